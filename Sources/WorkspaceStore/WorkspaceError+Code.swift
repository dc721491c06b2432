extension WorkspaceError {
  /// A kind of error; more may be added.
  public struct Code: RawRepresentable, Sendable, Hashable {
    /// The kind's name, as logs print it.
    public let rawValue: String

    /// Makes a kind from its name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    // MARK: Opening

    /// There is no file at the path.
    public static let missingFile = Code(rawValue: "missingFile")
    /// The path names a directory.
    public static let isDirectory = Code(rawValue: "isDirectory")
    /// The file's permissions do not allow it.
    public static let noPermission = Code(rawValue: "noPermission")
    /// The file can't be opened for another reason.
    public static let cannotOpen = Code(rawValue: "cannotOpen")
    /// The file is empty and was opened for reading only.
    public static let emptyFile = Code(rawValue: "emptyFile")
    /// The file is no SQLite database.
    public static let notADatabase = Code(rawValue: "notADatabase")
    /// The file is an SQLite database, but not a store.
    public static let notAStore = Code(rawValue: "notAStore")
    /// There is a file at the path where a new one is to be made.
    public static let fileExists = Code(rawValue: "fileExists")
    /// The file of an open store was moved, replaced or deleted.
    public static let fileMoved = Code(rawValue: "fileMoved")
    /// The file has more than one name (hard links), and was opened for writing.
    public static let hardLinked = Code(rawValue: "hardLinked")
    /// A key was given, and the SQLite that the program is linked with can't encrypt.
    public static let noEncryption = Code(rawValue: "noEncryption")
    /// The file can't be read with the key that was given.
    public static let wrongKey = Code(rawValue: "wrongKey")
    /// A newer version of this library made the store.
    public static let newerVersion = Code(rawValue: "newerVersion")

    // MARK: Keys, values and schemas

    /// Another object has the key.
    public static let keyExists = Code(rawValue: "keyExists")
    /// Another object has the value of a unique field.
    public static let notUnique = Code(rawValue: "notUnique")
    /// There is no object with the key.
    public static let notFound = Code(rawValue: "notFound")
    /// A key is null or NaN, or has the wrong number or kinds of values.
    public static let invalidKey = Code(rawValue: "invalidKey")
    /// A type's name is reserved, or differs from another's only in case.
    public static let invalidName = Code(rawValue: "invalidName")
    /// A type's schema is no legal successor of the recorded one, or has no key.
    public static let schemaMismatch = Code(rawValue: "schemaMismatch")
    /// Saving would drop what a newer schema has added to the object.
    public static let unknownFields = Code(rawValue: "unknownFields")
    /// An index that is to be dropped is declared by the program's schema.
    public static let indexDeclared = Code(rawValue: "indexDeclared")
    /// A dictionary's value is of another type than the one asked for.
    public static let typeMismatch = Code(rawValue: "typeMismatch")
    /// A value can't be encoded.
    public static let invalidValue = Code(rawValue: "invalidValue")

    // MARK: Damage

    /// A record's bytes are damaged.
    public static let damagedRecord = Code(rawValue: "damagedRecord")
    /// A dictionary's value is damaged.
    public static let damagedValue = Code(rawValue: "damagedValue")
    /// The database or its catalog is damaged.
    public static let damagedStore = Code(rawValue: "damagedStore")

    // MARK: Transactions

    /// Another connection holds a lock for longer than the busy timeout.
    public static let busy = Code(rawValue: "busy")
    /// A writer has changed the store under a workspace that only reads: read again.
    public static let overtaken = Code(rawValue: "overtaken")
    /// The disk, or the store's page limit, is full.
    public static let full = Code(rawValue: "full")
    /// The store was opened for reading only.
    public static let readOnly = Code(rawValue: "readOnly")
    /// An earlier error rolled the transaction back.
    public static let rolledBack = Code(rawValue: "rolledBack")
    /// A transaction was begun inside a transaction of the same workspace.
    public static let nestedTransaction = Code(rawValue: "nestedTransaction")
    /// Something of a transaction was used after its end.
    public static let transactionEnded = Code(rawValue: "transactionEnded")
    /// A step of the program's own migrations failed.
    public static let migrationFailed = Code(rawValue: "migrationFailed")
    /// The workspace is suspended: it ended what ran, and begins nothing until it is resumed.
    public static let suspended = Code(rawValue: "suspended")
    /// The workspace was shut down.
    public static let shutDown = Code(rawValue: "shutDown")

    // MARK: SQLite

    /// The system reported an error in reading or writing.
    public static let inputOutput = Code(rawValue: "inputOutput")
    /// A value, or a list of values, is larger than SQLite takes.
    public static let tooBig = Code(rawValue: "tooBig")
    /// The statement was interrupted.
    public static let interrupted = Code(rawValue: "interrupted")
    /// SQLite reported another error.
    public static let sqlite = Code(rawValue: "sqlite")
  }
}
