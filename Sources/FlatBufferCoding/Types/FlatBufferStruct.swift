/// A Swift type that is a FlatBuffers struct: fields of fixed size, side by side.
public protocol FlatBufferStruct: Sendable {
  /// The size in bytes, padding included; a multiple of `alignment`.
  static var byteSize: Int { get }

  /// The alignment in bytes: a power of two, at most 256.
  static var alignment: Int { get }

  /// Reads every field of a struct of at least `byteSize` bytes.
  init(reading structure: StructReader)

  /// Writes every field, at its place behind `offset`; padding is zero already.
  func write(to writer: inout StructWriter, at offset: Int)
}
