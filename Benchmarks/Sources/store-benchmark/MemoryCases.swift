import BenchmarkRecords
import BenchmarkHarness
import FlatBufferCoding
import Foundation
import WorkspaceStore

/// Peak memory of an insert and of a cursor, in bytes as `count`, each measured in a process of its own.
struct MemoryCases {
  private let benchmark: Benchmark
  private let folder: Folder

  init(_ benchmark: Benchmark, _ folder: Folder) {
    self.benchmark = benchmark
    self.folder = folder
  }

  func run() throws {
    #if os(Linux)
      let (inserted, read) =
        benchmark.options.isQuick ? (10_000, [10_000, 100_000]) : (100_000, [100_000, 1_000_000])
      if benchmark.isWanted("store/memory-insert") {
        let path = try folder.fresh()
        for subject in ["raw-blob", "workspace-store"] {
          try measure("memory-insert", inserted, subject, path + subject)
        }
      }
      guard benchmark.isWanted("store/memory-cursor") else { return }
      for count in read {
        let path = try folder.fresh()
        for subject in ["raw-blob", "workspace-store"] {
          _ = try MemoryChild.peak("memory-insert", count, subject, path + subject)
          try measure("memory-cursor", count, subject, path + subject)
        }
      }
    #endif
  }

  private func measure(
    _ work: String, _ count: Int, _ subject: String, _ path: String
  ) throws {
    let clock = ContinuousClock()
    var bytes = 0
    let time = try clock.measure {
      bytes = try MemoryChild.peak(work, count, subject, path)
    }
    benchmark.add(
      Measurement(
        case: "store/\(work)/\(count)", subject: subject, rounds: [time.nanoseconds], count: bytes),
      first: subject == "raw-blob")
  }
}

/// The process that does one piece of work and prints how much memory it took at most.
struct MemoryChild {
  private let work: String
  private let count: Int
  private let subject: String
  private let path: String

  /// Takes the arguments of such a process; nil for others.
  init?(_ arguments: [String]) {
    guard arguments.count == 6, arguments[1] == "--memory", let count = Int(arguments[3]) else {
      return nil
    }
    work = arguments[2]
    self.count = count
    subject = arguments[4]
    path = arguments[5]
  }

  /// Runs such a process.
  static func peak(
    _ work: String, _ count: Int, _ subject: String, _ path: String
  ) throws -> Int {
    let process = Process()
    process.executableURL = URL(filePath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = ["--memory", work, "\(count)", subject, path]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = try pipe.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    guard let bytes = Int(String(decoding: output, as: UTF8.self)) else {
      throw WrongResult(description: "\(work) of \(subject): no figure")
    }
    return bytes
  }

  /// Works, and prints the figure: what the work takes beyond the open store.
  func run() throws {
    var documents = Documents()
    _ = documents.next()
    if subject == "raw-blob" {
      let blob = try RawBlob(path: path)
      let before = try Self.peak()
      try work == "memory-insert" ? insert(&documents, blob) : read(blob)
      print(try Self.peak() - before, terminator: "")
    } else {
      let store = try Workspace(path: path, records: [Bench.Doc.self])
      let before = try Self.peak()
      try work == "memory-insert" ? insert(&documents, store) : read(store)
      print(try Self.peak() - before, terminator: "")
      try store.shutdown()
    }
  }

  private func insert(_ documents: inout Documents, _ blob: RawBlob) throws {
    try blob.database.transaction {
      for _ in 0..<count {
        let raw = RawRows([documents.next()])
        try withExtendedLifetime(raw) { try blob.insert(raw.rows[0]) }
      }
    }
  }

  private func insert(_ documents: inout Documents, _ store: Workspace) throws {
    try store.performChanges { changes in
      for _ in 0..<count { try changes.insert(documents.next()) }
    }
  }

  private func read(_ blob: RawBlob) throws {
    var touched = 0
    try blob.eachDocument { touched &+= $0.touched }
    try require(touched != 0, work)
  }

  private func read(_ store: Workspace) throws {
    var touched = 0
    try store.withCursor(over: Bench.Doc.all) { cursor in
      while let document = try cursor.next() { touched &+= document.touched }
    }
    try require(touched != 0, work)
  }

  /// The most memory that was resident so far, in bytes.
  private static func peak() throws -> Int {
    let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    guard let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") }),
      let kilobytes = line.split(whereSeparator: \.isWhitespace).dropFirst().first,
      let value = Int(kilobytes)
    else { throw WrongResult(description: "no VmHWM in /proc/self/status") }
    return value * 1024
  }
}
