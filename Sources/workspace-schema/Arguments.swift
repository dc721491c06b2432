/// The command line was not understood.
struct UsageError: Error {
  let message: String
}

/// What follows a command's name: paths, and options with a value each.
struct Arguments {
  private(set) var paths: [String] = []
  private var values: [String: String] = [:]

  /// Takes arguments apart.
  ///
  /// - Throws: `UsageError` for an option that is unknown, there twice, or without a value.
  init(_ arguments: some Sequence<String>, options: Set<String>) throws {
    var iterator = arguments.makeIterator()
    var takesOptions = true
    while let argument = iterator.next() {
      if takesOptions, argument == "--" {
        takesOptions = false
      } else if takesOptions, argument.hasPrefix("-") {
        guard options.contains(argument) else {
          throw UsageError(message: "there is no option '\(argument)' here")
        }
        guard let value = iterator.next() else {
          throw UsageError(message: "'\(argument)' needs a value")
        }
        guard values.updateValue(value, forKey: argument) == nil else {
          throw UsageError(message: "'\(argument)' is there twice")
        }
      } else {
        paths.append(argument)
      }
    }
  }

  /// The value of an option, if it is there.
  subscript(option: String) -> String? { values[option] }

  /// The value of an option that must be there.
  ///
  /// - Throws: `UsageError` if it is not.
  func required(_ option: String) throws -> String {
    guard let value = values[option] else { throw UsageError(message: "'\(option)' is missing") }
    return value
  }

  /// The paths, which must be as many as expected.
  ///
  /// - Throws: `UsageError` if they are more or fewer.
  func paths(_ count: Int, _ what: String) throws -> [String] {
    guard paths.count == count else {
      throw UsageError(message: "expected \(what), found \(paths.count) paths")
    }
    return paths
  }
}
