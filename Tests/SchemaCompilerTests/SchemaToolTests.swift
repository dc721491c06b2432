import Foundation
import Testing

/// `workspace-schema` as people and the plugin run it.
@Suite struct SchemaToolTests {
  private let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory.appending(path: "tool-\(UUID())")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private struct Outcome {
    let code: Int32
    let output: String
    let errors: String
  }

  /// Runs the tool in the folder; every file is written there first.
  private func run(_ arguments: [String], files: [String: String] = [:]) throws -> Outcome {
    for (path, text) in files {
      let url = folder.appending(path: path)
      try FileManager.default.createDirectory(
        at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try text.write(to: url, atomically: true, encoding: .utf8)
    }
    let process = Process()
    let (output, errors) = (Pipe(), Pipe())
    process.executableURL = Bundle.module.bundleURL.deletingLastPathComponent()
      .appending(path: "workspace-schema")
    process.currentDirectoryURL = folder
    process.arguments = arguments
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let (text, complaint) = try (
      output.fileHandleForReading.readToEnd() ?? Data(),
      errors.fileHandleForReading.readToEnd() ?? Data()
    )
    process.waitUntilExit()
    return Outcome(
      code: process.terminationStatus, output: String(decoding: text, as: UTF8.self),
      errors: String(decoding: complaint, as: UTF8.self))
  }

  private func read(_ path: String) throws -> String {
    try String(contentsOf: folder.appending(path: path), encoding: .utf8)
  }

  @Test(
    "Files that include one another are read once, by whatever path",
    arguments: ["a.fbs", "../here/a.fbs", "link/a.fbs"])
  func circle(path: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.createSymbolicLink(
      at: folder.appending(path: "link"), withDestinationURL: folder)
    let text = "include \"b.fbs\"; table A { b: B; }"
    let back = "include \"\(path.replacing("here", with: folder.lastPathComponent))\";"
    for main in ["a.fbs", folder.appending(path: "a.fbs").path(percentEncoded: false)] {
      let outcome = try run(
        ["generate", main, "--output", "a.swift"],
        files: ["a.fbs": text, "b.fbs": back + " table B { a: A; }"])
      #expect(outcome.code == 0, "\(outcome.errors)")
    }
  }

  @Test("What is no file is written to and stays; a link stays one, too")
  func otherOutputs() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let pipe = folder.appending(path: "pipe").path(percentEncoded: false)
    let made = unsafe mkfifo(pipe, 0o600)
    try #require(made == 0)
    let reader = try #require(FileHandle(forUpdatingAtPath: pipe))
    let link = folder.appending(path: "link.swift")
    try FileManager.default.createSymbolicLink(
      at: link, withDestinationURL: folder.appending(path: "file.swift"))
    let files = ["a.fbs": "table T { x: int; }"]
    for output in ["pipe", "link.swift", "link.swift"] {
      #expect(try run(["generate", "a.fbs", "--output", output], files: files).code == 0)
    }
    let type = try FileManager.default.attributesOfItem(atPath: pipe)[.type] as? FileAttributeType
    try #require(type != .typeRegular)
    let generated = try read("file.swift")
    #expect(generated.contains("struct T"))
    #expect(try reader.read(upToCount: generated.utf8.count) == Data(generated.utf8))
    let target = try FileManager.default.destinationOfSymbolicLink(
      atPath: link.path(percentEncoded: false))
    #expect(target.hasSuffix("file.swift"))
  }

  @Test("Names are taken as they are", arguments: ["~", "~root", "a%20b", "a b?c#d", "'\"", "é"])
  func names(name: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try run(
      ["generate", "\(name).fbs", "--output", "\(name).swift", "--root", "."],
      files: [
        "\(name).fbs": name.contains("\"")
          ? "table T { x: int; }" : "include \"\(name)2.fbs\"; table T { x: U; }",
        "\(name)2.fbs": "table U { x: int; }",
      ])
    #expect(outcome.code == 0, "\(outcome.errors)")
    #expect(try read("\(name).swift").contains("struct T"))
  }

  @Test(
    "Generating writes the types of the file alone; includes are found beside it, and under the root"
  )
  func generate() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try run(
      ["generate", "a/main.fbs", "--output", "out.swift", "--root", "."],
      files: [
        "a/main.fbs": "include \"near.fbs\"; include \"b/far.fbs\"; table T { n: Near; f: Far; }",
        "a/near.fbs": "table Near { x: int; }", "b/far.fbs": "table Far { x: int; }",
      ])
    #expect(outcome.code == 0 && outcome.output.isEmpty && outcome.errors.isEmpty)
    let text = try read("out.swift")
    #expect(text.contains("public nonisolated struct T:"))
    #expect(!text.contains("struct Near") && !text.contains("struct Far"))
    #expect(text.contains("public var n: Near?"))
  }

  @Test("An included file outside the target, whose types nobody would generate, is an error")
  func outsideTarget() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try run(
      ["generate", "a/main.fbs", "--output", "out.swift", "--root", "a"],
      files: [
        "a/main.fbs": "include \"../b.fbs\"; table T { b: B; }", "b.fbs": "table B { x: int; }",
      ])
    #expect(outcome.code == 2 && outcome.errors.contains("outside the target's folder"))
  }

  @Test("An output that is right already is not touched")
  func untouched() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let arguments = ["namespaces", "a.fbs", "--output", "out.swift"]
    _ = try run(arguments, files: ["a.fbs": "namespace A.B; namespace C;"])
    let url = folder.appending(path: "out.swift")
    let old = Date(timeIntervalSince1970: 1_000_000)
    try FileManager.default.setAttributes([.modificationDate: old], ofItemAtPath: url.path)
    #expect(try run(arguments).code == 0)
    let date =
      try FileManager.default.attributesOfItem(atPath: url.path)[.modificationDate] as? Date
    #expect(date == old)
    #expect(try read("out.swift").contains("public nonisolated enum B {}"))
  }

  @Test("A wrong schema exits with 1, and writes nothing but diagnostics")
  func wrongSchema() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try run(
      ["generate", "a.fbs", "--output", "out.swift"], files: ["a.fbs": "table T { a: itn; }"])
    #expect(outcome.code == 1 && outcome.output.isEmpty)
    #expect(outcome.errors.hasPrefix("a.fbs:1:14: error: there is no type 'itn'\n"))
    #expect(!FileManager.default.fileExists(atPath: folder.appending(path: "out.swift").path))
  }

  @Test(
    "Checking accepts what data survives",
    arguments: [
      "table T { a: int (primary); b: string; c: int; } root_type T;",
      "table T { a: int (primary); b: string (deprecated); } root_type T;",
      "table T { a: int (primary); b: string (indexed); } root_type T;",
      "table T { a: int (primary); renamed: string; } root_type T;",
      "table U (was: \"T\") { a: int (primary); b: string; } root_type U;",
    ])
  func legal(new: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = "table T { a: int (primary); b: string; } root_type T;"
    let outcome = try run(
      ["check", "old.fbs", "new.fbs"], files: ["old.fbs": old, "new.fbs": new])
    #expect(outcome.code == 0 && outcome.output.isEmpty, "\(outcome.output)\(outcome.errors)")
  }

  @Test(
    "Checking refuses what data does not survive, on one line for each offence",
    arguments: [
      "table T { a: int (primary); } root_type T;",
      "table T { a: long (primary); b: string; c: int = 3; } root_type T;",
      "table T { a: int (primary); b: string; c: int = 4; } root_type T;",
      "table T { a: int (primary, id: 1); b: string (id: 0); c: int = 3 (id: 2); } root_type T;",
      "table T { a: int; b: string (primary); c: int = 3; } root_type T;",
      "table U { a: int (primary); b: string; c: int = 3; } root_type U;",
    ])
  func illegal(new: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let old = "table T { a: int (primary); b: string; c: int = 3; } root_type T;"
    let outcome = try run(
      ["check", "old.fbs", "new.fbs"], files: ["old.fbs": old, "new.fbs": new])
    #expect(outcome.code == 1 && outcome.errors.isEmpty)
    #expect(outcome.output.hasSuffix("\n") && !outcome.output.contains("\n\n"))
    #expect(outcome.output.contains("T"))
  }

  @Test(
    "Wrong usage exits with 2, says what is wrong, and how it is right",
    arguments: [
      ([], "no command given"), (["chek"], "no command 'chek'"),
      (["generate"], "expected one schema"),
      (["generate", "a.fbs"], "'--output' is missing"),
      (["generate", "a.fbs", "--output"], "'--output' needs a value"),
      (["generate", "a.fbs", "--ouput", "x"], "no option '--ouput'"),
      (["check", "a.fbs"], "expected an old schema and a new one"),
    ] as [([String], String)])
  func usage(arguments: [String], message: String) throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let outcome = try run(arguments)
    #expect(outcome.code == 2 && outcome.output.isEmpty)
    #expect(
      outcome.errors.contains(message) && outcome.errors.contains("usage:"), "\(outcome.errors)")
  }

  @Test("A file that can't be read or written exits with 2, and names it")
  func unreadable() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let missing = try run(["generate", "none.fbs", "--output", "out.swift"])
    #expect(missing.code == 2 && missing.errors.contains("cannot read none.fbs"))
    let directory = try run(["check", ".", "."])
    #expect(directory.code == 2 && directory.errors.contains("cannot read ."))
    let output = try run(
      ["generate", "a.fbs", "--output", "no/out.swift"], files: ["a.fbs": "table T { a: int; }"])
    #expect(output.code == 2 && output.errors.contains("cannot write no/out.swift"))
    let include = try run(
      ["check", "c.fbs", "c.fbs"], files: ["c.fbs": #"include "."; table T { a: int; }"#])
    #expect(include.code == 2 && include.errors.contains("cannot read "), "\(include.errors)")
    let broken = try run(["check", "a.fbs", "b.fbs"], files: ["b.fbs": "table"])
    #expect(broken.code == 2 && broken.errors.contains("b.fbs:1:6: error"))
  }
}
