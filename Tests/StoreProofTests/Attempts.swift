import Testing
import WorkspaceStore

/// Runs what may fail, and keeps the errors, which are all the module's, with what a log needs.
struct Attempts {
  /// The errors, in order.
  private(set) var errors: [WorkspaceError] = []

  /// Runs `body`.
  ///
  /// - Returns: Whether it succeeded.
  @discardableResult
  mutating func run(_ body: () throws -> Void) -> Bool {
    do {
      try body()
      return true
    } catch let error as WorkspaceError {
      #expect(!error.message.isEmpty)
      errors.append(error)
    } catch {
      Issue.record("\(error) is no WorkspaceError")
    }
    return false
  }
}
