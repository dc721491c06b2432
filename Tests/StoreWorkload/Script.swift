import TestSupport
package import WorkspaceStore

/// The transactions of a workload, each the same in every process that has the seed.
package struct Script: Sendable {
  /// Where its numbers come from.
  package let seed: UInt64

  /// A script.
  package init(seed: UInt64) {
    self.seed = seed
  }

  /// What the transaction with a number does.
  package func operations(_ number: Int) -> [Operation] {
    var generator = SeededGenerator(seed: seed &+ UInt64(bitPattern: Int64(number)) &* 0x1_0001)
    return (0..<Int.random(in: 1...6, using: &generator)).map { place in
      let id = Int64.random(in: -8...8, using: &generator)
      switch Int.random(in: 0..<12, using: &generator) {
      case 0..<6:
        // Mostly small, now and then of several pages.
        let isLong = Int.random(in: 0..<6, using: &generator) == 0
        let length = Int.random(in: 0...(isLong ? 9000 : 60), using: &generator)
        let letter = ["a", "b", "c"].randomElement(using: &generator) ?? ""
        return .upsert(
          Workload.Entry(
            id: id, rank: Int32(number % 5), code: "\(number)-\(place)",
            body: String(repeating: letter, count: length)))
      case 6: return .deleteEntry(id)
      case 7, 8: return .tag(Workload.Tag(name: "t\(id)", count: Int32(number)))
      case 9: return .deleteTag("t\(id)")
      case 10: return .set("k\(id)", number)
      default: return .remove("k\(id)")
      }
    }
  }

  /// Runs the transaction with a number; now and then with a savepoint that is undone.
  package func run(_ number: Int, in changes: borrowing Transaction) throws {
    for operation in operations(number) { try operation.apply(to: changes) }
    guard number.isMultiple(of: 3) else { return }
    do {
      try changes.savepoint {
        for operation in operations(-number) { try operation.apply(to: changes) }
        throw Undone()
      }
    } catch is Undone {}
  }

  private struct Undone: Error {}
}
