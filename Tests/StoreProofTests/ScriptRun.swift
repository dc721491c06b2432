import Dispatch
import StoreWorkload
import Testing
import WorkspaceStore

/// One run of a script on a store whose files may fail at any time.
struct ScriptRun {
  /// The transactions that were reported as committed, in order.
  private(set) var committed: [Int] = []
  /// The transactions that were reported as failed.
  private(set) var failed: [Int] = []
  /// What the first failure left in doubt: the transaction, or the group of them, whose COMMIT met it.
  ///
  /// Where the disk fails at COMMIT and at everything after it, the commit may be in the log in full, and nothing can take it
  /// back; only the next opening shows.
  private(set) var inDoubt: [Int] = []
  private var attempts = Attempts()
  /// The errors, in order.
  var errors: [WorkspaceError] { attempts.errors }

  /// Opens the store, runs transactions 1 to `count`, three of them as a group, and shuts the store down.
  ///
  /// Where the store can't be opened it is tried once more.
  init(_ script: Script, on files: FaultFiles, count: Int, durability: Durability) {
    guard
      let workspace = open(files, durability) ?? open(files, durability)
    else { return }
    for number in 1...count where !(4...6).contains(number) {
      if number == 7 { runGroup(script, 4...6, in: workspace) }
      note(number) { try workspace.performChanges { try script.run(number, in: $0) } }
      // Reads may fail, but must not stand in the way of what follows.
      if number.isMultiple(of: 5) { attempts.run { _ = try StoreState(workspace) } }
    }
    attempts.run { try workspace.shutdown() }
  }

  /// The transactions whose effects a state has: all that were committed, and maybe some that were left in doubt.
  ///
  /// How those that ran asynchronously were grouped is a matter of time; so it is the first few of them.
  func kept(_ script: Script, _ state: StoreState) -> [Int]? {
    (0...inDoubt.count).lazy.map { committed + inDoubt.prefix($0) }
      .first { StoreState(script, $0) == state }
  }

  private mutating func open(_ files: FaultFiles, _ durability: Durability) -> Workspace? {
    var workspace: Workspace?
    attempts.run {
      workspace = try Workspace(
        path: files.path, configuration: files.configuration(durability: durability))
    }
    return workspace
  }

  private mutating func runGroup(
    _ script: Script, _ numbers: ClosedRange<Int>, in workspace: Workspace
  ) {
    let queue = DispatchQueue(label: "completions")
    let results = Results()
    let group = DispatchGroup()
    for number in numbers {
      group.enter()
      workspace.performChanges(on: queue) {
        try script.run(number, in: $0)
      } completion: { result in
        results.add(number, result)
        group.leave()
      }
    }
    group.wait()
    let wasRight = failed.isEmpty
    for (number, result) in queue.sync(execute: { results.all }) {
      note(number) { try result.get() }
    }
    if wasRight { inDoubt = failed }
  }

  private mutating func note(_ number: Int, _ body: () throws -> Void) {
    if attempts.run(body) { committed.append(number) } else { failed.append(number) }
    if failed.count == 1 { inDoubt = failed }
  }
}

/// Results in the order in which they came; touched only on the completions' queue.
private final class Results: @unchecked Sendable {
  // Safe because completions run one after the other on one serial queue, and `all` is read there too.
  private(set) var all: [(Int, Result<Void, any Error>)] = []

  func add(_ number: Int, _ result: Result<Void, any Error>) {
    all.append((number, result))
  }
}
