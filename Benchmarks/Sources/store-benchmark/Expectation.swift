/// A result that is not what it should be.
struct WrongResult: Error, CustomStringConvertible {
  let description: String
}

/// Throws unless a result that is about to be timed is right.
func require(_ isRight: Bool, _ name: String) throws {
  if !isRight { throw WrongResult(description: "\(name): the result is wrong") }
}
