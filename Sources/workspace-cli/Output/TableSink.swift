import FlatBufferCoding
import WorkspaceStore

/// `table`: a heading and a line for each record, in columns as wide as the first records need.
///
/// Values that are no strings are shown as JSON; line ends and other control characters are escaped. Longer values widen
/// their line only, so that nothing is lost and memory stays small.
struct TableSink: RecordSink, ~Copyable {
  private static let sample = 100

  private var output = Output()
  private var columns: [String] = []
  private var waiting: [[String]] = []
  private var widths: [Int]?
  private var isFirst = true

  mutating func begin(_ type: StoredType) throws {
    try heading(type.name)
    columns =
      type.schema.root?.fields
      .filter { !$0.isDeprecated && $0.type.base != .unionType && $0.type.element != .unionType }
      .map(\.name) ?? []
    widths = nil
  }

  mutating func record(_ json: [UInt8]) throws {
    let value = try unsafe json.withUnsafeBytes { bytes throws(FlatBufferError) in
      try unsafe JSONValue(parsing: bytes)
    }
    try add(columns.map { Self.cell(value[$0] ?? .null) })
  }

  mutating func endType() throws {
    try showWaiting()
  }

  mutating func entry(_ id: DictionaryEntryID, kind: String, json: String) throws {
    if columns != Self.entryColumns {
      try heading("dictionary")
      columns = Self.entryColumns
      widths = nil
    }
    try add([id.namespace, id.key, kind, json].map { Self.cell(.string($0)) })
  }

  mutating func end() throws {
    try showWaiting()
    try output.flush()
  }

  private static let entryColumns = ["namespace", "key", "kind", "value"]

  private mutating func heading(_ title: String) throws {
    try showWaiting()
    if !isFirst { try output.line("") }
    isFirst = false
    try output.line(title)
  }

  private mutating func add(_ cells: [String]) throws {
    guard widths == nil else { return try show(cells) }
    waiting.append(cells)
    if waiting.count == Self.sample { try showWaiting() }
  }

  private mutating func showWaiting() throws {
    guard widths == nil, !columns.isEmpty else { return }
    widths = columns.indices.map { place in
      (waiting.map { $0[place].count } + [columns[place].count]).max() ?? 0
    }
    try show(columns)
    try show((widths ?? []).map { String(repeating: "-", count: $0) })
    for cells in waiting { try show(cells) }
    waiting = []
  }

  private mutating func show(_ cells: [String]) throws {
    var line = ""
    for (place, cell) in cells.enumerated() {
      line += cell
      let gap = (widths?[place] ?? 0) - cell.count
      if place < cells.count - 1 { line += String(repeating: " ", count: max(0, gap) + 2) }
    }
    try output.line(line)
  }

  /// A value as a cell shows it; null is not the empty string, which is shown as `""`.
  private static func cell(_ value: JSONValue) -> String {
    guard case .string(let text) = value else { return value.text }
    guard !text.isEmpty, text != "null",
      !text.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
    else { return value.text }
    return text
  }
}
