import Foundation
import SchemaCompiler

/// The lines of a file or of standard input (`-`), read in pieces.
struct LineReader {
  /// The file's path as it was given, for messages.
  let path: String
  private let handle: FileHandle
  private static let pieceSize = 1 << 18
  /// What a JSON text can have.
  private static let longestLine = Int(Int32.max)
  /// What some programs write before UTF-8.
  private static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// Opens a file.
  ///
  /// - Throws: `CommandError` (cannot open) naming the file.
  init(path: String) throws(CommandError) {
    self.path = path
    do {
      handle =
        path == "-" ? .standardInput : try FileHandle(forReadingFrom: URL(literalPath: path))
    } catch {
      throw CommandError(code: .cannotOpen, message: "cannot read \(path): \(error.reason)")
    }
    // A folder opens well, and reading it fails when there is a store already.
    var information = stat()
    if unsafe fstat(handle.fileDescriptor, &information) == 0,
      information.st_mode & S_IFMT == S_IFDIR
    {
      throw CommandError(code: .cannotOpen, message: "cannot read \(path): it is a directory")
    }
  }

  /// Hands over each line without its end, and its number from 1; blank lines are passed over.
  ///
  /// Memory: one piece of the file and one line.
  func forEach(_ body: (_ line: ArraySlice<UInt8>, _ number: Int) throws -> Void) throws {
    var rest: [UInt8] = []
    var number = 0
    func take(_ line: ArraySlice<UInt8>) throws {
      number += 1
      var bare = line.last == UInt8(ascii: "\r") ? line.dropLast() : line
      if number == 1, bare.starts(with: Self.byteOrderMark) { bare = bare.dropFirst(3) }
      guard !bare.allSatisfy({ $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") }) else {
        return
      }
      try body(bare, number)
    }
    while let piece = try read() {
      var start = piece.startIndex
      while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
        if rest.isEmpty {
          try take(piece[start..<end])
        } else {
          rest += piece[start..<end]
          try take(rest[...])
          rest.removeAll(keepingCapacity: true)
        }
        start = end + 1
      }
      rest += piece[start...]
      guard rest.count < Self.longestLine else {
        throw CommandError(
          code: .findings, message: "\(path):\(number + 1): the line is longer than 2 GiB")
      }
    }
    if !rest.isEmpty { try take(rest[...]) }
  }

  /// The next piece; nil at the end.
  private func read() throws(CommandError) -> [UInt8]? {
    do {
      return try handle.read(upToCount: Self.pieceSize).map { [UInt8]($0) }
    } catch {
      throw CommandError(code: .cannotOpen, message: "cannot read \(path): \(error.reason)")
    }
  }
}
