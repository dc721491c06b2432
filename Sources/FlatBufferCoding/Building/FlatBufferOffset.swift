/// Where a string, vector or table stands in a buffer that is being built.
///
/// Good only for the builder that gave it, until that is reset.
public struct FlatBufferOffset: Sendable, Hashable {
  /// The distance from the end of the buffer, in bytes.
  @usableFromInline let distance: UInt32

  /// How many tables are nested in what stands there, itself included; 255 stands for more too.
  @usableFromInline let depth: UInt8

  @inlinable
  init(distance: UInt32, depth: UInt8) {
    self.distance = distance
    self.depth = depth
  }
}
