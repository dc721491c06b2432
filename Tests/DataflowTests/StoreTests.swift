import Dataflow
import TestSupport
import Testing
import WorkspaceStore

@Suite struct StoreTests {
  @Test("An intent is written, and comes back as the area it changed")
  func roundTrip() throws {
    let probe = try makeProbe()
    probe.perform(.open(folder: "a"))
    let before = probe.frames.count
    probe.perform(.add(Note(id: 1, folder: "a", rank: 2, title: "two")))
    probe.perform(.add(Note(id: 2, folder: "a", rank: 1, title: "one")))
    probe.perform(.add(Note(id: 3, folder: "b", rank: 1, title: "elsewhere")))
    #expect(probe.surface?.titles == ["one", "two"])
    #expect(probe.surface?.total == 3)
    // The live query and the count change in one commit, and so in one frame; the last commit changes the count only.
    #expect(
      probe.frames[before...].map(\.areas) == [[.notes, .count], [.notes, .count], [.count]])
    probe.perform(.delete(2))
    #expect(probe.surface?.notes?.changes.itemDeletes == [ListPosition(item: 0)])
  }

  @Test("An intent never touches the screen: a write that fails changes nothing but the message")
  func failure() throws {
    let probe = try makeProbe()
    probe.perform(.open(folder: "a"))
    let note = Note(id: 1, folder: "a", rank: 1, title: "one")
    probe.perform(.add(note))
    let before = probe.frames.count
    probe.perform(.add(note))
    #expect(probe.frames[before...].map(\.areas) == [[.message]])
    #expect(probe.surface?.message == "keyExists")
    #expect(probe.surface?.titles == ["one"])
  }

  @Test("Another folder's observation takes the place of the one before")
  func replacedObservation() throws {
    let probe = try makeProbe()
    for id in 1...4 {
      probe.perform(.add(Note(id: Int64(id), folder: id > 2 ? "b" : "a", rank: 0, title: "\(id)")))
    }
    probe.perform(.open(folder: "a"))
    #expect(probe.surface?.titles == ["1", "2"])
    probe.perform(.open(folder: "b"))
    #expect(probe.surface?.titles == ["3", "4"])
    let before = probe.frames.count
    probe.perform(.delete(1))
    #expect(probe.frames[before...].map(\.areas) == [[.count]])
  }

  @Test("What others write reaches the screen in the turn after it")
  func otherWriters() throws {
    let workspace = try Workspace(inMemory: Configuration())
    let probe = WorkflowProbe(NotesWorkflow(workspace: workspace))
    probe.perform(.open(folder: "a"))
    try workspace.performChanges { changes in
      for id in 1...100 {
        try changes.insert(Note(id: Int64(id), folder: "a", rank: Int32(id), title: "\(id)"))
      }
    }
    let before = probe.frames.count
    probe.settle()
    #expect(probe.frames.count == before + 1)
    #expect(probe.surface?.notes?.changes.itemInserts.count == 100)
  }

  @Test("Several workflows on one workspace and one queue show the same", arguments: seeds(10))
  func sharedQueue(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let workspace = try Workspace(inMemory: Configuration())
    let queue = ManualQueue()
    let probes = (0..<3).map { _ in
      WorkflowProbe(NotesWorkflow(workspace: workspace), queue: queue)
    }
    var model: [Int64: Note] = [:]
    probes[0].perform(.open(folder: "a"))
    for _ in 0..<60 {
      let id = Int64(random.next() % 20)
      let probe = probes[Int(random.next() % 3)]
      if model[id] == nil {
        let note = Note(
          id: id, folder: Bool.random(using: &random) ? "a" : "b", rank: Int32(random.next() % 8),
          title: "\(id)")
        model[id] = note
        probe.target.perform(.add(note))
      } else {
        model[id] = nil
        probe.target.perform(.delete(id))
      }
      if random.next().isMultiple(of: 3) {
        probes[0].settle()
        let expected = model.values.filter { $0.folder == "a" }
          .sorted { ($0.rank, $0.id) < ($1.rank, $1.id) }.map(\.title)
        for probe in probes {
          #expect(probe.surface?.titles == expected, "seed \(seed)")
          #expect(probe.surface?.total == model.count, "seed \(seed)")
        }
      }
    }
  }

  private func makeProbe() throws -> WorkflowProbe<NotesWorkflow> {
    WorkflowProbe(NotesWorkflow(workspace: try Workspace(inMemory: Configuration())))
  }
}
