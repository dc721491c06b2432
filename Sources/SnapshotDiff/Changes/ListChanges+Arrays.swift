extension ListChanges {
  /// The exact difference of two arrays.
  ///
  /// Nothing is hashed but rows that are not found near their old neighbours. Ids may repeat: if they
  /// do among those rows, or anywhere in a short list, the *k*-th of equal ids is the *k*-th in the
  /// other list, and moves are the fewest for that; where long lists run alike, rows are paired as
  /// they run.
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
    var diff = ArrayDiff(oldCount: old.count, newCount: new.count)
    old.withUnchecked { old in
      new.withUnchecked { new in
        walk(
          old: 0..<old.count, new: 0..<new.count, into: &diff.walk,
          isMatch: { id(old[$0]) == id(new[$1]) }, isSame: { isSame(old[$0], new[$1]) },
          oldHash: { idHash(id(old[$0])) }, newHash: { idHash(id(new[$0])) },
          block: old.block, fetch: { old.fetch($0) })
        guard !diff.isWhole else { return }
        diff.pairLeft({ id(old[$0]) }, { id(new[$0]) })
        diff.compareLeft { isSame(old[$0], new[$1]) }
      }
    }
    self = diff.changes()
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
