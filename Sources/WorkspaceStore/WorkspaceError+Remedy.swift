extension WorkspaceError {
  /// What can be done about an error of this kind, for a person; nil where the message says it, or nothing can be done.
  public var remedy: String? {
    switch code {
    case .busy:
      "Another process or workspace holds the lock: try again, or allow more time with busyTimeout."
    case .full: "Make room on the disk and try again; what was committed is safe."
    case .inputOutput:
      "The disk or the file system failed: look at the system's log, then check() the store."
    case .damagedStore, .notADatabase:
      "Look with check() what is damaged; export what can be read, or go back to a backup."
    case .damagedRecord:
      "Replace or delete the object; the others can be read: fetch(skippingDamaged:)."
    case .damagedValue: "Set or remove the dictionary's value; the others can be read."
    case .noPermission: "Allow the program to read and write the file and its folder."
    case .fileMoved:
      "Shut the workspace down before its file is moved or replaced; then open it again."
    case .overtaken: "Read again: another process has changed the store meanwhile."
    case .rolledBack:
      "Nothing of the transaction was kept: run it again when the first error is mended."
    case .suspended: "Resume the workspace and try again."
    case .shutDown: "Open the store again."
    case .newerVersion, .unknownFields: "Update the program."
    case .typeMismatch: "Ask for the value as the type that it was set as."
    case .migrationFailed: "Mend the step that is named; it is run again at the next call."
    default: nil
    }
  }
}
