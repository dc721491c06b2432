/// Ends the process, as libFuzzer expects of a fault that was found.
func fault(_ what: @autoclosure () -> String) -> Never {
  fatalError("fault found: \(what())")
}

/// Ends the process unless `condition` holds.
func require(_ condition: Bool, _ what: @autoclosure () -> String) {
  guard condition else { fault(what()) }
}

/// The result of what must not throw.
func mustSucceed<Result, Failure: Error>(
  _ what: String, _ body: () throws(Failure) -> Result
) -> Result {
  do throws(Failure) {
    return try body()
  } catch {
    // Reflected, as names in hostile schemas may hold anything.
    fault("\(what): \(String(reflecting: "\(error)"))")
  }
}
