extension EvaluatorCompiler {
  /// A kind of value; null fits all.
  enum Kind {
    case null, bool, integer, unsigned, real, text

    var isNumber: Bool { self == .integer || self == .unsigned || self == .real }

    func isComparable(with other: Kind) -> Bool {
      self == other || self == .null || other == .null || (isNumber && other.isNumber)
    }

    var name: String {
      switch self {
      case .null: "null"
      case .bool: "a bool"
      case .integer, .unsigned, .real: "a number"
      case .text: "a string"
      }
    }
  }
}
