import Foundation

/// Standard output, written in large pieces; a pipe that closes ends the tool quietly.
struct Output: ~Copyable {
  private var buffer: [UInt8] = []
  private static let capacity = 1 << 16

  /// Starts with nothing to write.
  init() {
    buffer.reserveCapacity(Self.capacity + 4096)
  }

  /// Lets `body` append to the buffer, and writes the buffer once it is large.
  mutating func append(_ body: (inout [UInt8]) throws -> Void) throws {
    try body(&buffer)
    if buffer.count >= Self.capacity { try flush() }
  }

  /// Appends text and a newline.
  mutating func line(_ text: String) throws {
    try append { bytes in
      bytes.append(contentsOf: text.utf8)
      bytes.append(UInt8(ascii: "\n"))
    }
  }

  /// Writes what is pending.
  ///
  /// - Throws: `ClosedPipe` when nobody reads any more; `CommandError` when writing fails.
  mutating func flush() throws {
    defer { buffer.removeAll(keepingCapacity: true) }
    try Self.write(buffer, to: STDOUT_FILENO)
  }

  private static func write(_ bytes: [UInt8], to descriptor: Int32) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let written = unsafe rest.withUnsafeBytes {
        unsafe Foundation.write(descriptor, $0.baseAddress, $0.count)
      }
      if written > 0 {
        rest = rest.dropFirst(written)
      } else if errno == EPIPE {
        throw ClosedPipe()
      } else if errno == EAGAIN {
        // Some other program has set the pipe not to wait.
        var place = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        _ = unsafe poll(&place, 1, -1)
      } else if errno != EINTR {
        let reason = unsafe String(cString: strerror(errno))
        throw CommandError(code: .findings, message: "cannot write to standard output: \(reason)")
      }
    }
  }
}

/// Nobody reads standard output any more.
struct ClosedPipe: Error {}
