import TestSupport
import Testing

@testable import WorkspaceStore

@Suite struct StructVectorTests {
  @Test(
    "Vectors of structs come back in the order given, of whatever length (CASES 26)",
    arguments: seeds(6))
  func order(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let folder = try TemporaryFolder()
    let workspace = try Workspace(path: folder.file())
    var given: [String: [Samples.Vec3]] = [:]
    for length in [0, 1, 2, 3, 100, 1000] {
      // With repeats, so that a vector that was sorted, or made unique, differs.
      given["\(length)"] = (0..<length).map { _ in
        Samples.Vec3(
          x: Float(Int.random(in: 0..<5, using: &random)),
          y: Float.random(in: -1...1, using: &random),
          z: 0)
      }
    }
    func expectAll(_ workspace: Workspace) throws {
      for record in try workspace.fetch(Samples.KitchenSink.all) {
        #expect(record.vStruct == given[record.id], "\(record.id)")
      }
      #expect(try workspace.count(Samples.KitchenSink.all) == given.count)
    }
    try workspace.performChanges { changes in
      for (id, vector) in given {
        try changes.insert(Samples.KitchenSink(id: id, serial: Int64(id) ?? 0, vStruct: vector))
      }
    }
    try expectAll(workspace)
    for (id, vector) in given { given[id] = vector.reversed() + vector }
    try workspace.performChanges { changes in
      try changes.update(Samples.KitchenSink.all) { $0.vStruct = given[$0.id] ?? [] }
    }
    try workspace.shutdown()
    try expectAll(Workspace(path: folder.file()))
  }
}
