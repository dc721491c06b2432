package import WorkspaceStore

/// Accounts that several processes move money between: any update that is lost shows.
package enum Bank {
  /// How many accounts there are.
  package static let accounts: Int32 = 16
  /// What all of them hold together.
  package static let total: Int64 = 16_000

  /// Opens the accounts, unless another process has.
  package static func open(_ workspace: Workspace) throws {
    try workspace.performChanges { changes in
      guard try changes.count(Workload.Account.all) == 0 else { return }
      for number in 0..<accounts {
        try changes.insert(Workload.Account(number: number, balance: 1000))
      }
    }
  }

  /// Moves some money between two accounts, and counts it in both and in the dictionary.
  package static func move(
    _ changes: borrowing Transaction, from: Int32, to: Int32, amount: Int64, process: Int
  ) throws {
    guard var source = try changes.object(Workload.Account.self, key: from),
      from != to, var target = try changes.object(Workload.Account.self, key: to)
    else { return }
    source.balance -= amount
    target.balance += amount
    source.moves += 1
    target.moves += 1
    try changes.update(source)
    try changes.update(target)
    for key in ["moves", "moves-\(process)"] {
      let count = try changes.dictionary.value(key, as: Int.self) ?? 0
      try changes.dictionary.set(count + 1, for: key)
    }
  }

  /// What is wrong in one consistent view of the accounts; nil if nothing is.
  package static func fault(_ workspace: Workspace) throws -> String? {
    let accounts = try workspace.fetch(Workload.Account.all)
    let sum = accounts.map(\.balance).reduce(0, +)
    guard accounts.count == Int(Self.accounts), sum == total else {
      return "\(accounts.count) accounts hold \(sum)"
    }
    return nil
  }
}
