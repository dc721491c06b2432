import Dispatch
import Foundation
import WorkspaceStore

// package-watch STORE SECTION [FILE]
//
// Prints the twenty largest packages of a section, and the exact changes of the next update, a JSON line each. With a
// FILE it then replaces the packages by those of the file itself; without, it waits for another process to do so.
let words = CommandLine.arguments.dropFirst()
guard words.count == 2 || words.count == 3 else {
  FileHandle.standardError.write(Data("usage: package-watch STORE SECTION [FILE]\n".utf8))
  exit(2)
}
let section = words[2]
let workspace = try Workspace(path: words[1], records: [Debian.Package.self])

/// An update as the main job's check reads it.
struct Line: Encodable {
  struct Changes: Encodable {
    let deletes: [Int]
    let inserts: [Int]
    let moves: [[Int]]
    let updates: [[Int]]
  }

  let snapshot: [String]
  let sizes: [Int64]
  let changes: Changes

  init(_ update: QueryUpdate<Debian.Package>) {
    let records = update.records
    snapshot = records.map(\.name)
    sizes = records.map(\.installedSize)
    changes = Changes(
      deletes: update.changes.itemDeletes.map(\.item),
      inserts: update.changes.itemInserts.map(\.item),
      moves: update.changes.itemMoves.map { [$0.old.item, $0.new.item] },
      updates: update.changes.itemUpdates.map { [$0.old.item, $0.new.item] })
  }
}

/// Replaces every package by those of a file of JSON lines, in one transaction.
func replacePackages(by file: String) throws {
  let lines = try Data(contentsOf: URL(filePath: file)).split(separator: UInt8(ascii: "\n"))
  let packages = try lines.map { try JSONDecoder().decode(Debian.Package.self, from: $0) }
  let names = Set(packages.map(\.name))
  try workspace.performChanges { changes in
    for package in packages { try changes.upsert(package) }
    for package in try changes.fetch(Debian.Package.all) where !names.contains(package.name) {
      try changes.delete(package)
    }
  }
}

let queue = DispatchQueue(label: "package-watch")
let (lines, continuation) = AsyncStream.makeStream(of: Line.self)
let largest = Debian.Package.where { $0.section == section }
  .order { $0.installedSize.descending }.limit(20)
let subscription = workspace.subscribe(to: largest, on: queue) { update in
  continuation.yield(Line(update))
}

let encoder = JSONEncoder()
var isFirst = true
for await line in lines {
  try FileHandle.standardOutput.write(contentsOf: encoder.encode(line) + Data("\n".utf8))
  guard isFirst else { break }
  isFirst = false
  if words.count == 3 { try replacePackages(by: words[3]) }
}
subscription.cancel()
try workspace.shutdown()
