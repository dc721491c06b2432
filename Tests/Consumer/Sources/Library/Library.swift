// A module's own types hide those of the same name in generated code, unless it qualifies them.
struct Record {}
struct RecordType {}
struct FieldPath {}
struct QueryExpression {}
enum Optional {}
enum Hashable {}
