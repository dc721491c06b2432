import Foundation
import Testing

@Suite struct DumpTests {
  private let folder: ToolFolder

  init() throws {
    folder = try ToolFolder()
  }

  @Test("A reader that goes away early ends the tool quietly, with code 0")
  func closedPipe() throws {
    let lines = (0..<20_000).map { #"{"id":\#($0),"code":\#($0),"name":"item \#($0)"}"# }
    let store = try folder.store(lines.joined(separator: "\n"))
    let process = Process()
    process.executableURL = ToolRun.tool
    process.arguments = ["dump", store]
    let (stdout, stderr) = (Pipe(), Pipe())
    process.standardOutput = stdout
    process.standardError = stderr
    try process.run()
    _ = try stdout.fileHandleForReading.read(upToCount: 100)
    try stdout.fileHandleForReading.close()
    let errors = try stderr.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationReason == .exit)
    #expect(process.terminationStatus == 0)
    #expect(errors.isEmpty)
  }

  @Test("A pipe that does not wait for its reader gets everything")
  func impatientPipe() throws {
    let lines = (0..<3_000).map {
      #"{"id":\#($0),"code":\#($0),"name":"\#($0) of three thousand"}"#
    }
    let store = try folder.store(lines.joined(separator: "\n"))
    let pipe = Pipe()
    let descriptor = pipe.fileHandleForWriting.fileDescriptor
    try #require(fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK) == 0)
    let process = Process()
    process.executableURL = ToolRun.tool
    process.arguments = ["dump", store]
    process.standardOutput = pipe
    try process.run()
    let printed = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
    #expect(printed.split(separator: UInt8(ascii: "\n")).count == 3_000)
  }

  @Test("json is one document: records in an array; with a dictionary, an object of both")
  func document() throws {
    let store = try folder.store(#"{"id":1,"code":1}"#, #"{"id":2,"code":2}"#)
    let array = try #require(
      try JSONSerialization.jsonObject(
        with: Data(try ToolRun("dump", store, "--format", "json").output.utf8)) as? [[String: Any]])
    #expect(array.map { $0["id"] as? Int } == [1, 2])
    #expect(try ToolRun("set", store, "key", #"{"a":[1,"x"]}"#).code == 0)
    let object = try #require(
      try JSONSerialization.jsonObject(
        with: Data(try ToolRun("dump", store, "--format", "json").output.utf8)) as? [String: Any])
    #expect((object["types"] as? [String: [Any]])?["Shop.Item"]?.count == 2)
    let entries = try #require(object["dictionary"] as? [[String: Any]])
    #expect(entries.map { $0["key"] as? String } == ["key"])
  }

  @Test("ndjson names the type and the dictionary where there is more than one type's records")
  func parts() throws {
    let store = try folder.store(#"{"id":1,"code":1}"#)
    #expect(try ToolRun("set", store, "k", "18446744073709551615").code == 0)
    let lines = try ToolRun("dump", store).lines
    #expect(lines[0].hasPrefix(#"{"type":"Shop.Item","record":{"id":1,"#))
    #expect(
      lines[1] == #"{"namespace":"","key":"k","kind":"uint","value":18446744073709551615}"#)
    let bare = try ToolRun("dump", store, "--type", "Shop.Item").lines
    #expect(bare.count == 1 && bare[0].hasPrefix(#"{"id":1,"#))
  }

  @Test("A table shows null and the empty string apart, and control characters escaped")
  func table() throws {
    let store = try folder.store(
      #"{"id":1,"code":1,"name":""}"#, #"{"id":2,"code":2,"name":"a\nb"}"#, #"{"id":3}"#)
    let lines = try ToolRun("dump", store, "--format", "table").lines
    #expect(lines[0] == "Shop.Item")
    #expect(lines[1].hasPrefix("id  name"))
    #expect(lines[3].hasPrefix(#"1   """#))
    #expect(lines[4].hasPrefix(#"2   "a\nb""#))
    #expect(lines[5].hasPrefix("3   null"))
  }

  @Test("--where and --order pick records, which then stand bare beside a dictionary too")
  func query() throws {
    let store = try folder.store(
      #"{"id":1,"code":7,"name":"pear"}"#, #"{"id":2,"code":8,"name":"fig"}"#,
      #"{"id":3,"code":9,"name":"plum"}"#, #"{"id":4}"#)
    #expect(try ToolRun("set", store, "k", "1").code == 0)
    let lines = try ToolRun(
      "dump", store, "--where", #"code > 7 or name = "pear""#, "--order", "name desc"
    ).lines
    #expect(lines.map { $0.prefix(8) } == [#"{"id":3,"#, #"{"id":1,"#, #"{"id":2,"#])
    let wrong = try ToolRun("dump", store, "--where", "code > colour")
    #expect(wrong.code == 2)
    #expect(wrong.output.isEmpty && wrong.errors.contains("colour"))
  }

  @Test("--limit and --offset narrow what is printed")
  func narrow() throws {
    let store = try folder.store(
      #"{"id":1,"code":1}"#, #"{"id":2,"code":2}"#, #"{"id":3,"code":3}"#)
    let lines = try ToolRun("dump", store, "--limit", "1", "--offset", "1").lines
    #expect(lines.count == 1 && lines[0].hasPrefix(#"{"id":2,"#))
  }

  @Test(
    "A damaged record is named on standard error with code 4, the rest is printed, and check finds it"
  )
  func damaged() throws {
    let store = try folder.store(
      #"{"id":1,"code":1}"#, #"{"id":2,"code":2}"#, #"{"id":3,"code":3}"#)
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/env")
    process.arguments = [
      "sqlite3", store,
      #"UPDATE "Shop.Item" SET p = x'ff00ff00ff' WHERE rowid = -9223372036854775806"#,
    ]
    try process.run()
    process.waitUntilExit()
    try #require(process.terminationStatus == 0, "Debian's sqlite3 is needed")
    let dump = try ToolRun("dump", store)
    #expect(dump.code == 4)
    #expect(dump.lines.count == 2)
    #expect(dump.errors.contains("Shop.Item"))
    let check = try ToolRun("check", store)
    #expect(check.code == 1)
    #expect(check.output.contains("record Shop.Item row"))
  }

  @Test("An entry of the dictionary that lost its key is told of, and never left out in silence")
  func damagedKey() throws {
    let store = try folder.store(#"{"id":1,"code":1}"#)
    #expect(try ToolRun("set", store, "landmark", "1").code == 0)
    let whole = try ToolRun("dump", store)
    let bytes = try folder.bytes("store.db")
    var place = bytes.startIndex
    var lost = 0
    while let found = bytes[place...].range(of: Data("landmark".utf8)) {
      var damaged = bytes
      damaged[found.lowerBound] ^= 0x80
      try damaged.write(to: URL(filePath: folder.path("damaged.db")))
      let dump = try ToolRun("dump", folder.path("damaged.db"))
      if dump.output != whole.output { lost += 1 }
      #expect(dump.code == (dump.output == whole.output ? 0 : 4), "\(dump.errors)")
      place = found.upperBound
    }
    #expect(lost > 0)
  }
}
