import FlatBufferCoding
import WorkspaceStore

/// How the tool ends.
enum ExitCode: Int32, Sendable {
  /// All went well.
  case success = 0
  /// A check found something, or two stores differ, or input was refused.
  case findings = 1
  /// The words of the command line are wrong.
  case usage = 2
  /// A file cannot be opened, or is no store.
  case cannotOpen = 3
  /// Damaged data was met.
  case damaged = 4
}

/// Why a command failed: a message for standard error and an exit code.
struct CommandError: Error, Sendable {
  /// The code to exit with.
  let code: ExitCode
  /// What went wrong, naming what and where.
  let message: String

  /// Words of the command line that are wrong; shows the command's usage.
  static func usage(_ message: String, command: Command) -> CommandError {
    CommandError(code: .usage, message: "\(message)\n\(command.usage)")
  }
}

extension CommandError {
  /// An error of the store, or of the system, as the tool reports it.
  init(describing error: any Error) {
    switch error {
    case let error as CommandError: self = error
    case let error as WorkspaceError: self.init(code: error.exitCode, message: "\(error)")
    default: self.init(code: .findings, message: "\(error)")
    }
  }
}

extension WorkspaceError {
  /// The tool's exit code for an error of the store.
  fileprivate var exitCode: ExitCode {
    switch code {
    case .missingFile, .isDirectory, .noPermission, .cannotOpen, .emptyFile, .notADatabase,
      .notAStore, .newerVersion, .readOnly, .busy, .overtaken, .fileExists, .fileMoved,
      .hardLinked:
      .cannotOpen
    case .damagedRecord, .damagedValue, .damagedStore, .inputOutput: .damaged
    default: .findings
    }
  }
}
