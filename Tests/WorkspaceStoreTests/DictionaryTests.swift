import TestSupport
import Testing

@testable import WorkspaceStore

private struct Stop: Error {}

private struct Settings: Codable, Sendable, Hashable {
  var name: String
  var ratio: Double
}

@Suite struct DictionaryTests {
  /// Checks that values come back equal: hot, committed, and after reopening; and in a transaction.
  private func roundTrip<Value: Codable & Sendable & Equatable>(
    _ values: [Value], _ isSame: (Value, Value) -> Bool = { $0 == $1 }
  ) throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    for (number, value) in values.enumerated() {
      workspace.dictionary["s\(number)", Value.self] = value
      let hot = workspace.dictionary["s\(number)", Value.self]
      #expect(hot.map { isSame($0, value) } == true, "\(value)")
    }
    try workspace.performChanges { changes in
      for (number, value) in values.enumerated() {
        try changes.dictionary.set(value, for: "t\(number)")
        let own = try changes.dictionary.value("t\(number)", as: Value.self)
        #expect(own.map { isSame($0, value) } == true)
      }
    }
    try workspace.shutdown()
    let again = try Workspace(path: folder.file())
    for (number, value) in values.enumerated() {
      for key in ["s\(number)", "t\(number)"] {
        let cold = try again.dictionary.value(key, as: Value.self)
        #expect(cold.map { isSame($0, value) } == true, "\(key) \(value)")
        let hot = again.dictionary[key, Value.self]
        #expect(hot.map { isSame($0, value) } == true, "\(key) \(value)")
      }
    }
    #expect(try again.check() == [])
  }

  @Test("Every type of value round-trips, hot, cold and in transactions")
  func types() throws {
    try roundTrip([true, false])
    try roundTrip([Int.min, -1, 0, Int.max])
    try roundTrip([Int8.min, Int8.max])
    try roundTrip([UInt64.min, 1 << 63, .max])
    try roundTrip([UInt32.max])
    try roundTrip(["", "a\0b", "\u{1F600}"])
    try roundTrip([[UInt8](), [0, 255]])
    try roundTrip([Settings(name: "a", ratio: 0.1)])
    try roundTrip([["a": [1, 2]]])
    try roundTrip([StoreNote(title: "t", text: "x")])
    let isSame = { (a: Double, b: Double) in a.bitPattern == b.bitPattern || a.isNaN && b.isNaN }
    try roundTrip([0, -0.0, 1e300, .infinity, .nan, .leastNonzeroMagnitude], isSame)
    try roundTrip([Float(0.1), .nan, -.infinity]) { $0 == $1 || $0.isNaN && $1.isNaN }
    try roundTrip([Settings(name: "inf", ratio: .infinity)])
  }

  @Test(
    "A value read as another type is nil or a typed error, and stays (CASES 28)",
    arguments: [false, true])
  func otherType(isCold: Bool) throws {
    let folder = try TemporaryFolder()
    var workspace = try Workspace(path: folder.file())
    workspace.dictionary["int", Int.self] = 300
    workspace.dictionary["text", String.self] = "a"
    workspace.dictionary["settings", Settings.self] = Settings(name: "a", ratio: 1)
    workspace.dictionary["note", StoreNote.self] = StoreNote(title: "t")
    if isCold {
      try workspace.shutdown()
      workspace = try Workspace(path: folder.file())
    }
    let dictionary = workspace.dictionary
    for _ in 0..<2 {
      #expect(dictionary["int", String.self] == nil)
      #expect(error { _ = try dictionary.value("int", as: String.self) }?.code == .typeMismatch)
      #expect(error { _ = try dictionary.value("int", as: String.self) }?.key == "int")
      #expect(error { _ = try dictionary.value("int", as: Int8.self) }?.code == .typeMismatch)
      #expect(error { _ = try dictionary.value("int", as: Double.self) }?.code == .typeMismatch)
      #expect(error { _ = try dictionary.value("text", as: Int.self) }?.code == .typeMismatch)
      #expect(error { _ = try dictionary.value("text", as: [UInt8].self) }?.code == .typeMismatch)
      #expect(error { _ = try dictionary.value("text", as: Settings.self) }?.code == .typeMismatch)
      #expect(error { _ = try dictionary.value("settings", as: [Int].self) }?.code == .typeMismatch)
      #expect(error { _ = try dictionary.value("note", as: StoreItem.self) }?.code == .typeMismatch)
      #expect(dictionary["int", Int16.self] == 300)
      #expect(dictionary["int", UInt64.self] == 300)
      #expect(dictionary["int", Int.self] == 300)
      #expect(dictionary["text", default: "none"] == "a")
      #expect(dictionary["int", default: "none"] == "none")
    }
  }

  @Test("nil removes, and removeAll empties a namespace, also keys never read here (CASES 29)")
  func removing() throws {
    let folder = try TemporaryFolder()
    let first = try Workspace(path: folder.file())
    try first.performChanges { changes in
      for number in 0..<10 { try changes.dictionary.set(number, for: "k\(number)") }
      let other = changes.dictionary.namespace("other")
      for number in 0..<5 { try other.set(number, for: "k\(number)") }
    }
    try first.shutdown()
    let second = try Workspace(path: folder.file())
    second.dictionary["k3", Int.self] = nil
    try second.dictionary.remove("k4")
    try second.dictionary.namespace("other").removeAll()
    second.dictionary.namespace("other")["new", Int.self] = 1
    #expect(try second.dictionary.keys() == ["k0", "k1", "k2", "k5", "k6", "k7", "k8", "k9"])
    #expect(try second.dictionary.namespace("other").keys() == ["new"])
    #expect(second.dictionary["k3", Int.self] == nil)
    #expect(second.dictionary.namespace("other")["k1", Int.self] == nil)
    try second.shutdown()
    let third = try Workspace(path: folder.file())
    #expect(try third.dictionary.keys() == ["k0", "k1", "k2", "k5", "k6", "k7", "k8", "k9"])
    #expect(try third.dictionary.namespace("other").keys() == ["new"])
    try third.performChanges { try $0.dictionary.removeAll() }
    #expect(try third.dictionary.keys() == [])
    #expect(third.dictionary["k0", Int.self] == nil)
    #expect(third.dictionary.namespace("other")["new", Int.self] == 1)
  }

  @Test("An optional type means its wrapped type, and nil removes")
  func optionals() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    workspace.dictionary["k", String?.self] = "v"
    #expect(workspace.dictionary["k", String.self] == "v")
    #expect(workspace.dictionary["k", String?.self] == .some(.some("v")))
    #expect(workspace.dictionary["absent", String?.self] == nil)
    try workspace.dictionary.set(String?.none, for: "k")
    #expect(workspace.dictionary["k", String.self] == nil)
    #expect(try workspace.dictionary.keys() == [])
  }

  @Test("Garbage over one of a thousand values costs that one only (CASES 30)")
  func damage() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    try workspace.performChanges { changes in
      for number in 0..<1000 { try changes.dictionary.set("v\(number)", for: "k\(number)") }
      try changes.dictionary.set(StoreNote(title: "t"), for: "note")
      try changes.dictionary.set(Settings(name: "s", ratio: 1), for: "settings")
    }
    try workspace.shutdown()
    try folder.raw().execute(
      """
      UPDATE __dictionary SET value = x'FF00' WHERE key IN ('k500', 'note', 'settings');
      UPDATE __dictionary SET tag = 77 WHERE key = 'k7';
      UPDATE __dictionary SET value = CAST(x'FF' AS TEXT) WHERE key = 'k9';
      """)
    let again = try Workspace(path: folder.file())
    for number in 0..<1000 where ![7, 9, 500].contains(number) {
      #expect(again.dictionary["k\(number)", String.self] == "v\(number)")
    }
    for key in ["k500", "k7", "k9"] {
      #expect(error { _ = try again.dictionary.value(key, as: String.self) }?.code == .damagedValue)
      #expect(again.dictionary[key, String.self] == nil)
    }
    #expect(
      error { _ = try again.dictionary.value("note", as: StoreNote.self) }?.code == .damagedValue)
    #expect(
      error { _ = try again.dictionary.value("settings", as: Settings.self) }?.code == .damagedValue
    )
    #expect(try again.check().filter { $0.kind == .dictionary }.count == 4)
    again.dictionary["k500", String.self] = "mended"
    try again.dictionary.synchronize()
    #expect(again.dictionary["k500", String.self] == "mended")
  }

  @Test("A set in a transaction that aborts changes nothing, and nobody is told (CASES 31)")
  func aborted() throws {
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    workspace.dictionary["k", Int.self] = 1
    try workspace.dictionary.synchronize()
    let sink = RecordingSink.install(in: workspace)
    #expect(throws: Stop.self) {
      try workspace.performChanges { changes in
        changes.dictionary["k", Int.self] = 2
        #expect(changes.dictionary["k", Int.self] == 2)
        #expect(workspace.dictionary["k", Int.self] == 1)
        throw Stop()
      }
    }
    #expect(workspace.dictionary["k", Int.self] == 1)
    #expect(sink.sets.withLock { $0.count } == 0)
    try workspace.shutdown()
    #expect(try Workspace(path: folder.file()).dictionary["k", Int.self] == 1)
  }

  @Test("A subscript that can't be encoded fails its transaction")
  func unencodable() throws {
    struct Bad: Codable, Sendable {
      func encode(to encoder: any Encoder) throws { throw Stop() }
    }
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    let thrown = error {
      try workspace.performChanges { changes in
        try changes.insert(StoreItem(id: 1))
        changes.dictionary["k", Bad.self] = Bad()
      }
    }
    #expect(thrown?.code == .invalidValue)
    #expect(try workspace.object(StoreItem.self, key: 1) == nil)
    workspace.dictionary["k", Bad.self] = Bad()
    #expect(error { try workspace.dictionary.synchronize() }?.code == .invalidValue)
    try workspace.dictionary.synchronize()
  }
}
