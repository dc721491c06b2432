/// A section of a live list: the value that all its records have.
///
/// Two sections are the same if queries take their values for equal: strings by their UTF-8 bytes, 0 and −0 alike, NaN
/// as null.
public struct QuerySection: Hashable, Sendable {
  private let constant: QueryConstant

  /// The section of a value; nil stands for null.
  public init(value: (some QueryValue)?) {
    self.init(value.queryConstant)
  }

  init(_ constant: QueryConstant) {
    self.constant =
      switch constant {
      case .real(let value) where value.isNaN: .null
      case .real(let value) where value == 0: .real(0)
      default: constant
      }
  }

  /// The value; nil if it is null or NaN, or the section was made by an expression of another type.
  public func value<Scalar: QueryValue>(as _: Scalar.Type = Scalar.self) -> Scalar? {
    Scalar(queryConstant: constant)
  }
}

extension QuerySection: CustomStringConvertible {
  /// The value as the textual form of queries writes it.
  public var description: String { constant.description }
}
