/// A source of Dispatch that is used from several threads.
///
/// Safe because Dispatch's sources may be resumed, suspended and cancelled on any thread; only on Linux they are not
/// declared so.
struct SharedSource<Source>: @unchecked Sendable {
  /// The source.
  let source: Source
}
