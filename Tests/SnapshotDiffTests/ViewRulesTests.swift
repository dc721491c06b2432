import SnapshotDiff
import Testing

/// The checker that stands for a view must itself be checked: each rule is broken once.
@Suite struct ViewRulesTests {
  let old = Model([
    Model.Section(id: 1, rows: [Model.Row(id: 1), Model.Row(id: 2)]),
    Model.Section(id: 2, rows: [Model.Row(id: 3)]),
    Model.Section(id: 3, rows: []),
  ])

  /// Makes a batch, by which the list changes as `edit` says; it must be refused for this reason.
  func refuses(
    _ reason: String, _ batch: (inout ListChanges) -> Void, _ edit: (inout Model) -> Void = { _ in }
  ) {
    var view = CollectionViewModel(old)
    var changes = ListChanges()
    batch(&changes)
    var after = old
    edit(&after)
    #expect {
      try view.perform(changes, dataSource: after)
    } throws: { error in
      let description = (error as? Wrong)?.description ?? ""
      return description.contains(reason)
    }
  }

  func at(_ section: Int, _ item: Int) -> ListPosition {
    ListPosition(section: section, item: item)
  }

  @Test("A legal batch is made")
  func legal() throws {
    var view = CollectionViewModel(old)
    var changes = ListChanges()
    changes.itemDeletes = [at(0, 0)]
    changes.itemInserts = [at(0, 1)]
    changes.itemMoves = [ListMove(old: at(1, 0), new: at(0, 0))]
    changes.itemUpdates = [ListUpdate(old: at(0, 1), new: at(0, 2))]
    changes.sectionDeletes = [2]
    var after = old
    after.sections.removeLast()
    after.sections[0].rows = [Model.Row(id: 3), Model.Row(id: 9), Model.Row(id: 2, version: 1)]
    after.sections[1].rows = []
    try view.perform(changes, dataSource: after)
    #expect(view.list == after)
  }

  @Test("Positions outside the lists are refused")
  func ranges() {
    refuses("deleted row 0.2 is not there") { $0.itemDeletes = [at(0, 2)] }
    refuses("inserted row 2.0 is not there") { $0.itemInserts = [at(2, 0)] }
    refuses("moved row 3.0 is not there") {
      $0.itemMoves = [ListMove(old: at(3, 0), new: at(0, 0))]
    }
    refuses("target 1.1 is not there") { $0.itemMoves = [ListMove(old: at(0, 0), new: at(1, 1))] }
    refuses("reloaded row 2.0 is not there") {
      $0.itemUpdates = [ListUpdate(old: at(2, 0), new: at(0, 0))]
    }
    refuses("no such section") { $0.sectionDeletes = [3] }
    refuses("no such section") { $0.sectionInserts = [3] }
  }

  @Test("Sections do one thing at a time, and go somewhere else")
  func sections() {
    refuses("section 1 is deleted, moved or reloaded twice") {
      $0.sectionDeletes = [1]
      $0.sectionUpdates = [SectionPair(old: 1, new: 1)]
    }
    refuses("section 0 is inserted or moved to twice") {
      $0.sectionInserts = [0]
      $0.sectionMoves = [SectionPair(old: 1, new: 0)]
    }
    refuses("section 1 moves to where it is") { $0.sectionMoves = [SectionPair(old: 1, new: 1)] }
    refuses("3 sections stay, and the data source has 2") { _ in
    } _: {
      $0.sections.removeLast()
    }
    refuses("section 0 is reloaded as another one") {
      $0.sectionUpdates = [SectionPair(old: 0, new: 0)]
    } _: {
      $0.sections[0].id = 9
    }
    refuses("section 0 changes without being reloaded") { _ in
    } _: {
      $0.sections[0].version = 1
    }
  }

  @Test("Rows do one thing at a time, and go somewhere else")
  func rows() {
    refuses("row 0.0 is deleted, moved or reloaded twice") {
      $0.itemDeletes = [at(0, 0)]
      $0.itemUpdates = [ListUpdate(old: at(0, 0), new: at(0, 0))]
    }
    refuses("row 0.0 is deleted, moved or reloaded twice") {
      $0.itemMoves = [ListMove(old: at(0, 0), new: at(0, 1))]
      $0.itemUpdates = [ListUpdate(old: at(0, 0), new: at(0, 1))]
    }
    refuses("row 0.1 is inserted or moved to twice") {
      $0.itemMoves = [ListMove(old: at(0, 0), new: at(0, 1))]
      $0.itemInserts = [at(0, 1)]
    }
    refuses("row 0.0 moves to where it is") {
      $0.itemMoves = [ListMove(old: at(0, 0), new: at(0, 0))]
    }
  }

  @Test("Rows are left alone in sections that come, go, move or are reloaded")
  func rowsOfSections() {
    let goes = "is edited in a section that goes, moves or is reloaded"
    let comes = "comes into a section that comes or moves"
    refuses("row 0.0 " + goes) {
      $0.sectionDeletes = [0]
      $0.itemDeletes = [at(0, 0)]
    }
    refuses("row 1.0 " + goes) {
      $0.sectionDeletes = [1]
      $0.itemMoves = [ListMove(old: at(1, 0), new: at(0, 0))]
    }
    refuses("row 0.1 " + goes) {
      $0.sectionUpdates = [SectionPair(old: 0, new: 0)]
      $0.itemUpdates = [ListUpdate(old: at(0, 1), new: at(0, 1))]
    }
    refuses("row 0.1 " + goes) {
      $0.sectionMoves = [SectionPair(old: 0, new: 2)]
      $0.itemDeletes = [at(0, 1)]
    }
    refuses("row 2.0 " + comes) {
      $0.sectionInserts = [2]
      $0.itemMoves = [ListMove(old: at(0, 1), new: at(2, 0))]
    } _: {
      $0.sections[2].rows = [$0.sections[0].rows.removeLast()]
    }
    refuses("row 1.0 " + comes) {
      $0.sectionMoves = [SectionPair(old: 2, new: 1)]
      $0.itemInserts = [at(1, 0)]
    }
  }

  @Test("Rows must add up to what the data source has")
  func sums() {
    refuses("section 0 has too few rows") { _ in
    } _: {
      $0.sections[0].rows.append(Model.Row(id: 7))
    }
    refuses("section 0 has too many rows") { _ in
    } _: {
      $0.sections[0].rows.removeLast()
    }
    refuses("does not show the data source's list") { _ in
    } _: {
      $0.sections[0].rows[0].version = 1
    }
    refuses("does not show the data source's list") { _ in
    } _: {
      $0.sections[0].rows.swapAt(0, 1)
    }
  }
}
