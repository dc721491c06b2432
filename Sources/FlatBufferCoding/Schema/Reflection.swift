/// Field ids of the tables of `reflection.fbs`, as `flatc` 2.0.8 has them.
///
/// The schema of binary schemas: github.com/google/flatbuffers, `reflection/reflection.fbs`.
enum Reflection {
  static let fileIdentifier = "BFBS"

  enum Schema {
    static let objects = 0
    static let enums = 1
    static let fileIdentifier = 2
    static let fileExtension = 3
    static let root = 4
    static let advancedFeatures = 6
    static let fieldCount = 7
  }

  enum Object {
    static let name = 0
    static let fields = 1
    static let isStruct = 2
    static let alignment = 3
    static let byteSize = 4
    static let attributes = 5
    static let documentation = 6
    static let fieldCount = 7
  }

  enum Field {
    static let name = 0
    static let type = 1
    static let id = 2
    static let offset = 3
    static let defaultInteger = 4
    static let defaultReal = 5
    static let isDeprecated = 6
    static let isRequired = 7
    static let isKey = 8
    static let attributes = 9
    static let documentation = 10
    static let isOptional = 11
    static let padding = 12
    static let fieldCount = 13
  }

  enum Enum {
    static let name = 0
    static let values = 1
    static let isUnion = 2
    static let underlying = 3
    static let attributes = 4
    static let documentation = 5
    static let fieldCount = 6
  }

  enum EnumValue {
    static let name = 0
    static let number = 1
    static let member = 3
    static let documentation = 4
    static let fieldCount = 5
  }

  enum KeyValue {
    static let key = 0
    static let value = 1
    static let fieldCount = 2
  }

  enum TypeReference {
    static let base = 0
    static let element = 1
    static let index = 2
    static let fixedLength = 3
    static let baseSize = 4
    static let elementSize = 5
    static let fieldCount = 6
  }

  /// Bits of `advanced_features`: what a reader must know about.
  enum Features {
    static let arrays: UInt64 = 1
    static let unions: UInt64 = 2
    static let optionalScalars: UInt64 = 4
  }
}
