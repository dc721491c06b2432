extension ListChanges {
  /// The exact difference of two arrays.
  ///
  /// Nothing is hashed but rows that are not found near their old neighbours. Ids may repeat; `repeats`
  /// says which of equal rows are partners.
  ///
  /// Ids whose own hashes collide cost accuracy, not time: where more than 128 rows of one hash are out
  /// of place on both sides, some that are in both lists are told as deleted and inserted, as finding
  /// each by `==` alone would take quadratic time. The new list comes out right all the same. Nobody can
  /// choose 64-bit integers so that they collide, as the hash is unlike in every process; in Embedded Swift, where
  /// it is always the same, they can.
  ///
  /// - Parameters:
  ///   - old: The elements before.
  ///   - new: The elements after.
  ///   - id: What makes an element the same one.
  ///   - isSame: Whether two elements of one id have the same content.
  ///   - repeats: Which rows are partners where ids repeat.
  /// - Complexity: O(*n*) comparisons and hashes; fewest moves take O(*m* log *m*) more for *m* rows
  ///   that are out of place.
  @inlinable @inline(__always)
  public init<Element, ID: Hashable>(
    from old: [Element], to new: [Element], id: (Element) -> ID,
    isSame: (Element, Element) -> Bool, repeats: RepeatedIDs = .asTheyRun
  ) {
    // Inlined where it is called, so that the two closures cost no calls.
    var diff = ArrayDiff(oldCount: old.count, newCount: new.count)
    old.withUnchecked { old in
      new.withUnchecked { new in
        walk(
          old: 0..<old.count, new: 0..<new.count, into: &diff.walk,
          isMatch: { id(old[$0]) == id(new[$1]) }, isSame: { isSame(old[$0], new[$1]) },
          oldHash: { idHash(id(old[$0])) }, newHash: { idHash(id(new[$0])) })
        guard !diff.isWhole else { return }
        diff.pairLeft({ id(old[$0]) }, { id(new[$0]) })
        if diff.mayPairOutOfOrder, repeats == .inOrder || diff.isShort || diff.pairs.isRepeating {
          diff.pairInOrder({ id(old[$0]) }, { id(new[$0]) })
        }
        diff.resolvePartners()
        diff.compareLeft { isSame(old[$0], new[$1]) }
      }
    }
    self = diff.changes()
  }

  /// The exact difference of two arrays of identifiable elements, whose content is compared by `==`.
  @inlinable @inline(__always)
  public init<Element: Identifiable & Equatable>(
    from old: [Element], to new: [Element], repeats: RepeatedIDs = .asTheyRun
  ) {
    self.init(from: old, to: new, id: { $0.id }, isSame: { $0 == $1 }, repeats: repeats)
  }

  /// The exact difference of two arrays of ids without content.
  @inlinable @inline(__always)
  public init<ID: Hashable>(
    fromIDs old: [ID], toIDs new: [ID], repeats: RepeatedIDs = .asTheyRun
  ) {
    self.init(from: old, to: new, id: { $0 }, isSame: { _, _ in true }, repeats: repeats)
  }
}
