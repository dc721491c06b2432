import Foundation
import SchemaCompiler

/// The tool's commands.
///
/// Each gives the exit code: 0, 1 for findings, 2 for wrong usage and unreadable files.
enum CommandLineTool {
  static let usage = """
    usage: workspace-schema generate SCHEMA.fbs --output FILE.swift [--root DIRECTORY]
           workspace-schema namespaces [SCHEMA.fbs ...] --output FILE.swift
           workspace-schema check OLD.fbs NEW.fbs

      generate    writes the Swift types of a schema's own declarations; --root is the
                  folder in which includes are looked for, after the schema's own
      namespaces  writes the enums that stand for the namespaces of all schemas of a target
      check       says whether data of the old schema stays readable with the new one:
                  exit 0, or 1 and one line for each offence
    """

  static func run(_ arguments: [String]) -> Int32 {
    do {
      switch arguments.first {
      case "generate":
        return try generate(Arguments(arguments.dropFirst(), options: ["--output", "--root"]))
      case "namespaces":
        return try namespaces(Arguments(arguments.dropFirst(), options: ["--output"]))
      case "check": return try check(Arguments(arguments.dropFirst(), options: []))
      case "help", "--help", "-h":
        print(usage)
        return 0
      case let command?:
        throw UsageError(message: "there is no command '\(command)'")
      case nil:
        throw UsageError(message: "no command given")
      }
    } catch let error as UsageError {
      report("error: \(error.message)\n\(usage)")
      return 2
    } catch let error as SchemaDiagnostics {
      report(error.description)
      return 1
    } catch let error as SchemaFileError {
      report("error: \(error.message)")
      return 2
    } catch {
      report("error: \(error)")
      return 2
    }
  }

  /// Writes a line to standard error, if anybody can be told.
  static func report(_ message: String) {
    try? FileHandle.standardError.write(contentsOf: Data((message + "\n").utf8))
  }
}
