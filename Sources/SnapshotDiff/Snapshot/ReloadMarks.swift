/// What was reloaded and reconfigured, by key, until the marks are cleared.
struct ReloadMarks: Sendable {
  var reloadedSections: [Int64] = []
  var reloadedItems: [Int64] = []
  var reconfiguredItems: [Int64] = []

  static func add(_ keys: ContiguousArray<Int64>, to marked: inout [Int64]) {
    for key in keys where !marked.contains(key) { marked.append(key) }
  }
}
