/// How ids that are integers become keys, and back.
///
/// The closures are made once, where the compiler knows that `ID` is an `IntegerListID`; from then
/// on nothing is looked up.
struct IntegerCoding<ID: Sendable>: Sendable {
  let key: @Sendable (ID) -> Int64
  let id: @Sendable (Int64) -> ID
  let keys: @Sendable ([ID]) -> ContiguousArray<Int64>
  let ids: @Sendable (ContiguousArray<Int64>) -> [ID]

  /// Nil if `ID` is no `IntegerListID`.
  init?() {
    #if hasFeature(Embedded)
      return nil
    #else
      guard let integers = ID.self as? any IntegerListID.Type,
        let coding = Self.coding(integers)
      else { return nil }
      self = coding
    #endif
  }

  #if !hasFeature(Embedded)
    private static func coding<Integer: IntegerListID>(_: Integer.Type) -> Self? {
      IntegerCoding<Integer>(integers: ()) as? Self
    }
  #endif
}

extension IntegerCoding where ID: IntegerListID {
  fileprivate init(integers: Void) {
    key = { $0.listKey }
    id = { ID(listKey: $0) }
    keys = { Self.keys($0) }
    ids = { $0.map { ID(listKey: $0) } }
  }

  /// The keys of `ids`; the usual integers without a call per id.
  private static func keys(_ ids: [ID]) -> ContiguousArray<Int64> {
    if let ids = array(ids, of: Int64.self) { return ContiguousArray(ids) }
    if let ids = array(ids, of: UInt64.self) { return int64s(ids) { Int64(bitPattern: $0) } }
    if let ids = array(ids, of: Int.self) { return int64s(ids) { Int64($0) } }
    return int64s(ids) { $0.listKey }
  }
}

@inline(__always)
private func int64s<ID>(_ ids: [ID], _ key: (ID) -> Int64) -> ContiguousArray<Int64> {
  var keys = ContiguousArray<Int64>()
  keys.reserveCapacity(ids.count)
  for id in ids { keys.append(key(id)) }
  return keys
}
