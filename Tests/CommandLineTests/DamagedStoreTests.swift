import Foundation
import Testing

@Suite struct DamagedStoreTests {
  private let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
  }

  /// A store with two types and an entry of the dictionary, and what damages it.
  private func store(_ damage: String) throws -> String {
    let store = try folder.store(#"{"id":1,"code":1}"#, #"{"id":2,"code":2}"#)
    let schema = try folder.write(
      "namespace Shop; table Note { title: string (primary, required); } root_type Note;",
      to: "note.fbs")
    let load = try ToolRun("load", store, "-", "--schema", schema, input: #"{"title":"a"}"#)
    #expect(load.code == 0, "\(load.errors)")
    #expect(try ToolRun("set", store, "k", "7").code == 0)
    try folder.sqlite("store.db", damage + "; PRAGMA wal_checkpoint(TRUNCATE)")
    return store
  }

  @Test(
    "A catalog that is damaged is said to be: code 4 where it is met, a finding of check, and the rest is readable",
    arguments: [
      "DROP TABLE \"Shop.Item\"", "ALTER TABLE \"Shop.Item\" RENAME COLUMN p TO q",
      "UPDATE __schema SET binary = x'00010203' WHERE type = 1",
      "UPDATE __schema SET name = 5 WHERE type = 1",
      "UPDATE __index SET path = x'FF' WHERE number = 1",
      "UPDATE __index SET state = 77 WHERE type = 1",
    ])
  func oneType(damage: String) throws {
    let store = try store(damage)
    let dump = try ToolRun("dump", store)
    #expect(dump.code == 4)
    #expect(dump.errors.contains("damaged"))
    for command in [["dump"], ["dump", "--where", "code = 1"], ["dump", "--limit", "1"]] {
      let run = try ToolRun(all: [command[0], store, "--type", "Shop.Item"] + command.dropFirst())
      #expect(run.code == 4, "\(command): \(run.errors)")
    }
    let check = try ToolRun("check", store)
    #expect(check.code == 1)
    #expect(check.output.contains("Shop.Item") || check.output.contains(" 5"))
    let notes = try ToolRun("dump", store, "--type", "Shop.Note")
    #expect(notes.code == 0)
    #expect(notes.lines == [#"{"title":"a"}"#])
    #expect(try ToolRun("get", store, "k").lines == ["7"])
  }

  @Test(
    "A store whose own tables are damaged is code 4 for whoever needs them",
    arguments: [
      ("DROP TABLE __schema", ["dump", "check", "schema", "stats", "keys", "set"]),
      ("DROP TABLE __index", ["dump", "check", "schema", "stats", "keys", "set"]),
      ("DROP TABLE __commit", ["dump", "check", "schema", "stats", "keys", "set"]),
      ("DELETE FROM __commit", ["dump", "check", "schema", "stats", "keys", "set"]),
      ("UPDATE __commit SET next_rowid = -1", ["dump", "check", "schema", "stats", "keys", "set"]),
      ("DROP TABLE __dictionary", ["dump", "stats", "keys", "set"]),
      ("DROP TABLE __migration", ["set"]),
      ("PRAGMA user_version = 0", ["set"]),
      ("UPDATE __migration SET checksum = x'00'", ["set"]),
    ])
  func ownTables(damage: String, commands: [String]) throws {
    let store = try store(damage)
    for command in commands {
      let run = try ToolRun(all: [command, store] + (command == "set" ? ["k", "8"] : []))
      #expect(run.code == 4, "\(command): \(run.errors)")
      #expect(run.errors.contains("damagedStore"), "\(command): \(run.errors)")
    }
  }

  @Test(
    "What only check can see is a finding",
    arguments: [
      "DROP TABLE __migration", "DROP TABLE __dictionary", "PRAGMA user_version = 0",
      "UPDATE __migration SET checksum = x'00'", "DELETE FROM __migration",
      "DELETE FROM __schema WHERE type = 1", "UPDATE __index SET type = 99 WHERE type = 1",
      "UPDATE __commit SET next_rowid = 1", "UPDATE __commit SET changes = x'FFFFFFFF'",
      "UPDATE __dictionary SET namespace = x'FF'", "UPDATE __dictionary SET key = x'41'",
    ])
  func findings(damage: String) throws {
    let check = try ToolRun("check", store(damage))
    #expect(check.code == 1)
    #expect(!check.lines.isEmpty && !check.output.contains("no findings"))
  }

  @Test("What the library keeps in the dictionary is not dumped, unless it is asked for")
  func reserved() throws {
    let store = try folder.store(#"{"id":1,"code":1}"#)
    #expect(try ToolRun("set", store, "step", "1", "--namespace", "__migrations").code == 0)
    #expect(try ToolRun("dump", store).lines.count == 1)
    #expect(try ToolRun("dump", store).output.hasPrefix(#"{"id":1,"#))
    #expect(try ToolRun("dump", store, "--reserved").output.contains(#""key":"step""#))
    #expect(try ToolRun("get", store, "step", "--namespace", "__migrations").lines == ["1"])
  }
}
