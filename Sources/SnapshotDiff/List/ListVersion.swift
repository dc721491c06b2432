/// The content of a row or section, as a number: equal numbers mean equal content.
///
/// `reconfigure` and `reload` raise it, by one and by 2³². So when two versions of one row differ,
/// the upper halves tell whether it was reloaded in between. Any other numbers will do too: commit
/// numbers, say, or hashes.
public typealias ListVersion = UInt64

extension ListVersion {
  /// How a row whose version was `old` and is now this one should be shown anew.
  func update(since old: ListVersion) -> ListUpdate.Kind {
    self >> 32 == old >> 32 ? .reconfigure : .reload
  }

  /// The version after a reload.
  var reloaded: ListVersion { self &+ (1 << 32) }

  /// The version after a reconfigure.
  var reconfigured: ListVersion { self & ~0xFFFF_FFFF | (self &+ 1) & 0xFFFF_FFFF }
}
