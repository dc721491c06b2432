/// A floating-point number in JSON: infinities and NaN, which JSON lacks, are strings.
public protocol FlatBufferReal: FlatBufferScalar, BinaryFloatingPoint, Codable {}

extension Float: FlatBufferReal {}

extension Double: FlatBufferReal {}

/// One number, as JSON has it.
///
/// What generated code encodes and decodes, through `encodeReal` and its like, in the place of the number.
struct JSONReal<Number: FlatBufferReal>: Codable {
  let number: Number

  init(_ number: Number) {
    self.number = number
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let name = try? container.decode(String.self) {
      guard let special = NonFiniteName(rawValue: name) else {
        throw DecodingError.dataCorruptedError(
          in: container,
          debugDescription: "expected a number, \"Infinity\", \"-Infinity\" or \"NaN\"")
      }
      number = special.number()
    } else {
      number = try container.decode(Number.self)
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if let name = NonFiniteName(number) {
      try container.encode(name.rawValue)
    } else {
      try container.encode(number)
    }
  }
}

/// What numbers that JSON lacks are called in it.
enum NonFiniteName: String {
  case infinity = "Infinity"
  case negativeInfinity = "-Infinity"
  case notANumber = "NaN"

  /// The name of a number; nil for a finite one.
  init?(_ number: some BinaryFloatingPoint) {
    guard !number.isFinite else { return nil }
    self = number.isNaN ? .notANumber : number < 0 ? .negativeInfinity : .infinity
  }

  /// The number of the name.
  func number<Number: BinaryFloatingPoint>() -> Number {
    switch self {
    case .infinity: .infinity
    case .negativeInfinity: -.infinity
    case .notANumber: .nan
    }
  }
}
