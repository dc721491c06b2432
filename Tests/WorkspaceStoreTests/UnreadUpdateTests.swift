import Testing

@testable import WorkspaceStore

/// What a subscriber is told of values, keys and rows that can't be read now.
@Suite struct UnreadUpdateTests {
  let store: ObservationStore
  let failure = WorkspaceError(.sqlite, "The disk is away.")

  init() throws {
    store = try ObservationStore()
  }

  @Test("A key's value that can't be read again is told as it was, with the error")
  func entry() throws {
    var receiver = EntryReceiver<String>(key: "k")
    func receive(_ entry: LiveEntry) -> EntryUpdate<String>? {
      receiver.receive(PendingUpdate(value: entry, commits: 1...1))
    }
    #expect(receive(LiveEntry(value: .string("home")))?.value == "home")
    let unread = receive(LiveEntry(value: .string("home"), error: failure, isUnread: true))
    #expect(unread?.value == "home" && unread?.error == failure)
    // One that is read, and damaged, has no value.
    let damaged = receive(LiveEntry(value: nil, error: failure))
    #expect(damaged?.value == nil && damaged?.error == failure)
    // The store's failure comes before the value's.
    let other = receive(LiveEntry(value: .int(1), error: failure, isUnread: true))
    #expect(other?.value == nil && other?.error == failure)
  }

  @Test("A namespace that can't be read again tells the keys that it had, with the error")
  func namespace() throws {
    let workspace = store.workspace
    var model = LiveNamespaceModel("", in: workspace.writer.dictionary)
    let names = ["a", "b"].map { DictionaryEntryID(namespace: "", key: $0) }
    _ = model.load(.keys([names[0]]))
    _ = model.apply(.entries([(name: names[1], entry: LiveEntry(value: .int(1)))]))
    var receiver = NamespaceReceiver()
    let update = receiver.receive(
      PendingUpdate(value: model.failure(failure, after: nil), commits: 1...1))
    #expect(update?.keys == ["a", "b"] && update?.isEverything == true && update?.error == failure)
  }

  @Test("A row that another has committed, and that is damaged, is there and can't be decoded")
  func damagedRow() throws {
    var model = LiveTypeModel()
    _ = model.apply(
      .current(
        [CurrentRow(rowID: 1, bytes: nil, isDamaged: true), CurrentRow(rowID: 2, bytes: nil)],
        since: 0))
    var receiver = TypeReceiver<Watched>()
    let told = receiver.receive(PendingUpdate(value: model.value, commits: 1...1))
    let update = try #require(told)
    #expect(update.changes.map(\.kind) == [.upsert, .delete])
    let error = #expect(throws: WorkspaceError.self) { try update.changes[0].after() }
    #expect(error?.code == .damagedRecord && error?.rowID == 1)
    #expect(try update.changes[1].after() == nil)
  }
}
