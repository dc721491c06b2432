// The same list under other types of ids; nothing is copied, and differences see that the lists are related.
extension ListSnapshot where ItemID: IntegerListID {
  /// The same list, its items named by ids that stand for the same integers.
  package init<Other: IntegerListID>(retyping other: ListSnapshot<SectionID, Other>) {
    self.init(
      forest: other.forest, sectionKeys: other.sectionKeys, itemKeys: KeySpace(),
      marks: other.marks)
  }
}

extension ListSnapshot where ItemID: IntegerListID, SectionID == WholeList {
  /// The same list of one section, its items named by ids that stand for the same integers.
  ///
  /// - Precondition: The list has the one section with which it began.
  package init<OtherSection, Other: IntegerListID>(
    retypingWhole other: ListSnapshot<OtherSection, Other>
  ) {
    precondition(
      other.numberOfSections == 1 && other.forest.section(at: 0).key == 0,
      "ListSnapshot: a whole list is its first section")
    self.init(
      forest: other.forest, sectionKeys: KeySpace(isDense: true), itemKeys: KeySpace(),
      marks: other.marks)
  }
}
