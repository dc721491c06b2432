internal import CSQLite
import FlatBufferCoding

/// A condition that SQLite asks for with each row that a statement goes through, by the SQL function `__meets`.
///
/// So only rows that meet it leave SQLite, and no payload is copied for the others. The evaluator is the same as
/// elsewhere.
///
/// Lifetime: a statement is bound to the address of `state`, which this object owns, and is reset before this object
/// goes. The program that `state` names is held by `evaluator`.
@safe final class ScanCondition {
  /// The function's name.
  static let name = "__meets"

  @unsafe private struct State {
    let program: Unmanaged<EvaluatorProgram>
    let entry: Int32
    var asked = 0
    var isDamaged = false
  }

  /// Tells pointers to `State` from others (sqlite.org/bindptr.html).
  private static let pointerType: StaticString = "__meets"

  let evaluator: Evaluator
  private let state: UnsafeMutablePointer<State>

  init(_ evaluator: Evaluator) {
    self.evaluator = evaluator
    unsafe state = .allocate(capacity: 1)
    unsafe state.initialize(
      to: State(program: .passUnretained(evaluator.program), entry: evaluator.entry))
  }

  deinit {
    unsafe state.deinitialize(count: 1)
    unsafe state.deallocate()
  }

  /// How many rows SQLite asked for since the last call.
  func takeCount() -> Int {
    let count = unsafe state.pointee.asked
    unsafe state.pointee.asked = 0
    return count
  }

  /// Whether the row that SQLite has just given is one that could not be read.
  func takeDamage() -> Bool {
    guard unsafe state.pointee.isDamaged else { return false }
    unsafe state.pointee.isDamaged = false
    return true
  }

  /// Binds the condition to a statement that asks for it.
  func bind(to statement: Statement, _ index: Int32) throws(WorkspaceError) {
    let type = unsafe UnsafeRawPointer(Self.pointerType.utf8Start)
      .assumingMemoryBound(to: CChar.self)
    let result = unsafe sqlite3_bind_pointer(statement.pointer, index, state, type, nil)
    guard result == SQLITE_OK else { throw statement.connection.error(result) }
  }

  /// Makes the function known to a connection.
  static func register(with connection: Connection) throws(WorkspaceError) {
    let result = unsafe sqlite3_create_function_v2(
      connection.handle, name, 2, SQLITE_UTF8 | SQLITE_DIRECTONLY, nil,
      { context, _, values in
        guard let values = unsafe values else { return }
        unsafe sqlite3_result_int(context, ScanCondition.meets(values[0], values[1]) ? 1 : 0)
      }, nil, nil, nil)
    guard result == SQLITE_OK else { throw connection.error(result) }
  }

  /// Whether a payload meets the condition; also true for one that is damaged, so that it is reported.
  private static func meets(_ pointer: OpaquePointer?, _ payload: OpaquePointer?) -> Bool {
    let type = unsafe UnsafeRawPointer(pointerType.utf8Start).assumingMemoryBound(to: CChar.self)
    guard let raw = unsafe sqlite3_value_pointer(pointer, type) else { return false }
    let state = unsafe raw.assumingMemoryBound(to: State.self)
    unsafe state.pointee.asked &+= 1
    let start = unsafe sqlite3_value_blob(payload)
    let bytes = unsafe UnsafeRawBufferPointer(
      start: start, count: start == nil ? 0 : Int(sqlite3_value_bytes(payload)))
    let entry = unsafe state.pointee.entry
    do {
      return try unsafe state.pointee.program._withUnsafeGuaranteedRef {
        (program) throws(FlatBufferError) in
        try unsafe program.holds(from: entry, bytes)
      }
    } catch {
      unsafe state.pointee.isDamaged = true
      return true
    }
  }
}
