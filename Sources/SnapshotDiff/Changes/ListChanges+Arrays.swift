extension ListChanges {
  /// The exact difference of two arrays.
  ///
  /// Nothing is hashed but rows that are not found near their old neighbours. Ids may repeat: equal
  /// ids then pair in order, first where the lists run alike, and the rest first with first.
  ///
  /// - Parameters:
  ///   - old: The elements before.
  ///   - new: The elements after.
  ///   - id: What makes an element the same one.
  ///   - isSame: Whether two elements of one id have the same content.
  /// - Complexity: O(*n*) comparisons and hashes; fewest moves take O(*m* log *m*) more for *m* rows
  ///   that are out of place.
  @inlinable @inline(__always)
  public init<Element, ID: Hashable>(
    from old: [Element], to new: [Element], id: (Element) -> ID,
    isSame: (Element, Element) -> Bool
  ) {
    // Inlined where it is called, so that the two closures cost no calls.
    var diff = ArrayDiff()
    old.withUnchecked { old in
      new.withUnchecked { new in
        walk(
          old: 0..<old.count, new: 0..<new.count, into: &diff.walk,
          isMatch: { id(old[$0]) == id(new[$1]) }, isSame: { isSame(old[$0], new[$1]) },
          oldHash: { idHash(id(old[$0])) }, newHash: { idHash(id(new[$0])) })
      }
    }
    guard !diff.walk.gaps.isEmpty else {
      self = diff.changes(LeftoverPairs(oldCount: 0, newCount: 0), floating: [])
      return
    }
    diff.collectLeftovers()
    var oldIDs = ContiguousArray<ID>()
    oldIDs.reserveCapacity(diff.oldLeft.count)
    for index in diff.oldLeft { oldIDs.append(id(old[Int(index)])) }
    var newIDs = ContiguousArray<ID>()
    newIDs.reserveCapacity(diff.newLeft.count)
    for index in diff.newLeft { newIDs.append(id(new[Int(index)])) }
    let pairs = pairLeftovers(oldIDs, newIDs)
    var floating = ContiguousArray<RowPair>()
    for index in diff.newLeft.indices where pairs.partners[index] >= 0 {
      let pair = RowPair(
        old: Int(diff.oldLeft[Int(pairs.partners[index])]), new: Int(diff.newLeft[index]))
      if !isSame(old[Int(pair.old)], new[Int(pair.new)]) { floating.append(pair) }
    }
    self = diff.changes(pairs, floating: floating)
  }

  /// The exact difference of two arrays of identifiable elements, whose content is compared by `==`.
  @inlinable @inline(__always)
  public init<Element: Identifiable & Equatable>(from old: [Element], to new: [Element]) {
    self.init(from: old, to: new, id: { $0.id }, isSame: { $0 == $1 })
  }

  /// The exact difference of two arrays of ids without content.
  @inlinable @inline(__always)
  public init<ID: Hashable>(fromIDs old: [ID], toIDs new: [ID]) {
    self.init(from: old, to: new, id: { $0 }, isSame: { _, _ in true })
  }
}
