extension WorkspaceError {
  /// What can be done about an error of this kind, for a person; nil where that depends on the program alone.
  public var remedy: String? { openingRemedy ?? useRemedy }

  /// For what keeps a store from being opened or made.
  private var openingRemedy: String? {
    switch code {
    case .missingFile:
      "Name a file that is there; opened for writing, a store is made in any folder."
    case .isDirectory: "Name a file in the directory."
    case .noPermission: "Allow the program to read and write the file and its folder."
    case .cannotOpen:
      "See that the path names a file on a disk that takes files beside it, and that the process may open more of them."
    case .emptyFile: "Open the file for writing, which makes a store of it."
    case .notADatabase:
      "Name a store, or go back to a backup; a store that is encrypted needs its key."
    case .notAStore:
      "Name a store, or a path without a file; the other program's database is unchanged."
    case .wrongKey:
      "Give the key that the store was made with; a store without one is opened without."
    case .noEncryption: "Link the program with SQLCipher, or give no key."
    case .fileExists: "Name a path without a file, or move away what is there."
    case .fileMoved:
      "Shut the workspace down before its file is moved or replaced; then open it again."
    case .hardLinked:
      "Copy the file and open the copy, remove its other names, or open it read-only while nobody else has it open."
    case .newerVersion, .unknownFields: "Update the program."
    default: nil
    }
  }

  /// For what a store that is open reports.
  private var useRemedy: String? {
    switch code {
    case .busy:
      "Another process or workspace holds the lock: try again, or allow more time with busyTimeout."
    case .full: "Make room on the disk and try again; what was committed is safe."
    case .inputOutput:
      "The disk or the file system failed: look at the system's log, then check() the store."
    case .damagedStore:
      "Look with check() what is damaged; export what can be read, or go back to a backup."
    case .damagedRecord:
      "Replace or delete the object; the others can be read: fetch(skippingDamaged:)."
    case .damagedValue: "Set or remove the dictionary's value; the others can be read."
    case .overtaken: "Read again: another process has changed the store meanwhile."
    case .readOnly: "Open the store for writing, from a file and folder that can be written to."
    case .rolledBack:
      "Nothing of the transaction was kept: run it again when the first error is mended."
    case .nestedTransaction:
      "Use the transaction or the read that runs, or make the call after its end."
    case .transactionEnded: "Use the transaction in its closure only, and the workspace elsewhere."
    case .suspended, .interrupted: "Resume the workspace and try again."
    case .shutDown: "Open the store again."
    case .keyExists: "Update the object that has the key, or upsert."
    case .notUnique: "Change the value, or first that of the other object."
    case .notFound: "Insert the object, or upsert."
    case .typeMismatch: "Ask for the value as the type that it was set as."
    case .indexDeclared: "Take the attribute out of the schema first."
    case .schemaMismatch:
      "Only append fields and deprecate others: workspace-schema check tells what offends."
    case .migrationFailed: "Mend the step that is named; it is run again at the next call."
    case .tooBig: "Store or ask for less at once."
    default: nil
    }
  }
}
