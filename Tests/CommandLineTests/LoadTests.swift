import Foundation
import Testing

@Suite struct LoadTests {
  private let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
  }

  @Test("What was loaded is dumped equal, with every field, exact integers and non-finite numbers")
  func roundTrip() throws {
    let lines = [
      #"{"id":1,"name":"a\u0000b","size":"Small","price":"NaN","code":9007199254740993,"notes":[],"data":""}"#,
      #"{"id":2,"name":"","size":"Large","price":"-Infinity","code":-9223372036854775808,"notes":["x\n,\"y"],"data":"AP8="}"#,
      #"{"id":18446744073709551615,"name":null,"size":"Large","price":null,"code":3,"notes":["é","é"],"data":""}"#,
    ]
    let store = try folder.store(lines[0], lines[1], lines[2])
    let dump = try ToolRun("dump", store)
    #expect(dump.code == 0)
    #expect(dump.lines == lines)
    #expect(try ToolRun("check", store).code == 0)
  }

  @Test(
    "A wrong record is named by file, line and field, and nothing of the file is kept",
    arguments: [
      (#"{"id":2,"size":"Huge"}"#, "size"), (#"{"id":2,"prise":1}"#, "prise"),
      (#"{"id":-1}"#, "id"), (#"{"id":2,"code":"x"}"#, "code"),
      (#"{"id":2,"code":9223372036854775808}"#, "code"),
      (#"{"id":2,"notes":[1]}"#, "notes"), (#"{"id":2"#, "byte 7"), (#"{"id":1}"#, "keyExists"),
      (#"{"id":2,"data":"%%"}"#, "data"), (#"{"id":2,"code":7}"#, "code"), ("[]", "object"),
    ])
  func wrongRecord(line: String, named: String) throws {
    let store = try folder.store(#"{"id":1,"code":7}"#)
    let file = try folder.write(
      #"{"id":8,"code":8}"# + "\n\n" + line + "\n" + #"{"id":9,"code":9}"#, to: "bad.ndjson")
    let run = try ToolRun("load", store, file, "--type", "Shop.Item")
    #expect(run.code == 1)
    #expect(run.errors.contains("bad.ndjson:3: "), "\(run.errors)")
    #expect(run.errors.contains(named), "\(run.errors)")
    #expect(try ToolRun("dump", store).lines.count == 1)
    #expect(try ToolRun("check", store).code == 0)
  }

  @Test(
    "--upsert replaces what exists, --replace also deletes what the file lacks, - is standard input"
  )
  func modes() throws {
    let store = try folder.store(#"{"id":1,"code":1}"#, #"{"id":2,"code":2}"#)
    let lines = #"{"id":2,"code":2,"name":"two"}"# + "\n" + #"{"id":3,"code":3}"#
    let upsert = try ToolRun("load", store, "-", "--type", "Shop.Item", "--upsert", input: lines)
    #expect(upsert.code == 0)
    #expect(try ToolRun("dump", store).lines.count == 3)
    let replace = try ToolRun("load", store, "-", "--type", "Shop.Item", "--replace", input: lines)
    #expect(replace.errors.contains("2 records loaded, 1 deleted"))
    let dump = try ToolRun("dump", store)
    #expect(dump.lines.count == 2)
    #expect(dump.output.contains(#""name":"two""#))
  }

  @Test("--replace refuses a key that is in the file twice")
  func twiceInFile() throws {
    let store = try folder.store(#"{"id":1,"code":1}"#)
    let lines = #"{"id":5,"code":5}"# + "\n" + #"{"id":5,"code":5}"#
    let run = try ToolRun("load", store, "-", "--type", "Shop.Item", "--replace", input: lines)
    #expect(run.code == 1)
    #expect(run.errors.contains("-:2: "))
    #expect(try ToolRun("dump", store).lines.count == 1)
  }

  @Test("A byte order mark before the first line is passed over, and refused elsewhere")
  func byteOrderMark() throws {
    let store = try folder.store()
    let mark = "\u{FEFF}"
    let lines = mark + #"{"id":1,"code":1}"# + "\r\n" + #"{"id":2,"code":2}"#
    #expect(try ToolRun("load", store, "-", "--type", "Shop.Item", input: lines).code == 0)
    #expect(try ToolRun("dump", store).lines.count == 2)
    let wrong = #"{"id":3,"code":3}"# + "\n" + mark + #"{"id":4,"code":4}"#
    let run = try ToolRun("load", store, "-", "--type", "Shop.Item", input: wrong)
    #expect(run.code == 1)
    #expect(run.errors.contains("-:2: "))
  }

  @Test("A wrong schema is shown with line, column and a caret, and no store is made")
  func wrongSchema() throws {
    let schema = try folder.write("table T {\n  id: lng (primary);\n}\nroot_type T;\n", to: "t.fbs")
    let file = try folder.write("{}", to: "t.ndjson")
    let run = try ToolRun("load", folder.path("new.db"), file, "--schema", schema)
    #expect(run.code == 1)
    #expect(run.errors.contains("t.fbs:2:7: error:"))
    #expect(run.errors.contains("      ^"))
    #expect(try folder.names() == ["t.fbs", "t.ndjson"])
  }

  @Test(
    "A load into a new store that fails leaves nothing, and one that succeeds only the store",
    arguments: ["{}", #"{"id":1}"# + "\n" + #"{"id":1}"#, #"{"id":"#, ""])
  func newStore(lines: String) throws {
    let schema = try folder.schema()
    let run = try ToolRun("load", folder.path("new.db"), "-", "--schema", schema, input: lines)
    let isGood = lines == "" || lines == "{}"
    #expect(run.code == (isGood ? 0 : 1), "\(run.errors)")
    #expect(try folder.names() == (isGood ? ["new.db", "shop.fbs"] : ["shop.fbs"]))
    #expect(!run.errors.contains("partial"))
  }

  @Test("What can't be made is named by the path that was given")
  func newStoreElsewhere() throws {
    let path = folder.path("none/new.db")
    let run = try ToolRun("load", path, "-", "--schema", folder.schema())
    #expect(run.code == 3)
    #expect(run.errors.contains("(\(path))") || run.errors.contains(", \(path))"), "\(run.errors)")
  }

  @Test("A schema that is no legal successor of the store's is refused, and nothing changes")
  func illegalSchema() throws {
    let store = try folder.store(#"{"id":1,"code":1}"#)
    let schema = try folder.write(
      "namespace Shop; table Item { id: ulong (primary); name: long; } root_type Item;",
      to: "new.fbs")
    let run = try ToolRun("load", store, "-", "--schema", schema, input: #"{"id":2}"#)
    #expect(run.code == 1)
    #expect(run.errors.contains("Item.name"), "\(run.errors)")
    #expect(try ToolRun("dump", store).lines.count == 1)
  }
}
