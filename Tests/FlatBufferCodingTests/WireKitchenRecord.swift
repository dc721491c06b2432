import FlatBufferCoding
import Foundation

/// One record of `kitchen.fbs`, with every kind of field but vectors of unions, as calls and as JSON.
enum KitchenRecord {
  struct Vector: FlatBufferStruct {
    static let byteSize = 12
    static let alignment = 4
    var x: Float
    var y: Float
    var z: Float

    init(_ x: Float, _ y: Float, _ z: Float) {
      (self.x, self.y, self.z) = (x, y, z)
    }

    init(reading structure: StructReader) {
      self.init(
        structure.scalar(at: 0), structure.scalar(at: 4), structure.scalar(at: 8))
    }

    func write(to writer: inout StructWriter, at offset: Int) {
      writer.put(x, at: offset)
      writer.put(y, at: offset + 4)
      writer.put(z, at: offset + 8)
    }
  }

  struct Mixed: FlatBufferStruct {
    static let byteSize = 24
    static let alignment = 8

    init() {}

    init(reading structure: StructReader) {}

    func write(to writer: inout StructWriter, at offset: Int) {
      writer.put(Int8(-1), at: offset)
      writer.put(2.5, at: offset + 8)
      writer.put(Int16(-300), at: offset + 16)
      writer.put(true, at: offset + 18)
      writer.put(Int8(1), at: offset + 19)
    }
  }

  static func bytes() -> [UInt8] {
    var builder = FlatBufferBuilder()
    let id = builder.string("a\0b")
    let note = builder.string("")
    let label = builder.string("leaf")
    let values = builder.vector([1, -2, 3] as [Int32])
    builder.startTable(fieldCount: 2)
    builder.add(0, label)
    builder.add(1, values)
    let leaf = builder.endTable()
    let name = builder.string("nested")
    builder.startTable(fieldCount: 4)
    builder.add(0, name)
    builder.add(1, Int64.min, default: 0)
    builder.add(2, structure: Vector(1, 2, 3))
    builder.add(3, leaf)
    let nested = builder.endTable()
    let urls = builder.vector(strings: ["u1", "ü2"])
    builder.startTable(fieldCount: 3)
    builder.add(0, urls)
    builder.add(1, Int32(640), default: 0)
    builder.add(2, Int32(480), default: 480)
    let image = builder.endTable()
    let bools = builder.vector([true, false, true])
    let longs = builder.vector([UInt64.max, 0])
    let doubles = builder.vector([0.5, -1.25])
    let colors = builder.vector([0, 1, 2] as [Int8])
    let points = builder.vector(structs: [Vector(1, 0, 0), Vector(0, 2, 0), Vector(0, 0, 3)])
    let tables = builder.vector(of: [nested])
    builder.startTable(fieldCount: 40)
    builder.add(0, id)
    builder.add(1, true, default: false)
    builder.add(2, false, default: true)
    builder.add(3, Int8.min, default: 0)
    builder.add(4, UInt8.max, default: 0)
    builder.add(5, Int16(-7), default: -7)
    builder.add(6, UInt16.max, default: 0)
    builder.add(7, Int32.min, default: 0)
    builder.add(8, UInt32.max, default: 0)
    builder.add(9, Int64.max, default: 0)
    builder.add(10, UInt64.max, default: 0)
    builder.add(11, -0.5 as Float, default: 0)
    builder.add(12, 0.25, default: 3.25)
    builder.add(13, Int8(1), default: 2)
    builder.add(14, UInt16(65_000), default: 500)
    builder.add(15, note)
    builder.add(20, structure: Vector(-1, 0.5, 8))
    builder.add(21, structure: Mixed())
    builder.add(22, nested)
    builder.add(23, UInt8(2), default: 0)
    builder.add(24, image)
    builder.add(27, bools)
    builder.add(31, longs)
    builder.add(33, doubles)
    builder.add(35, colors)
    builder.add(36, points)
    builder.add(37, tables)
    builder.finish(builder.endTable())
    return builder.bytes
  }

  static let json = #"""
    {"id": "a\u0000b", "b": true, "b_true": false, "i8": -128, "u8": 255, "u16": 65535,
     "i32": -2147483648, "u32": 4294967295, "i64": 9223372036854775807, "u64": 18446744073709551615,
     "f32": -0.5, "f64": 0.25, "color": "Green", "level": "High", "note": "",
     "pos": {"x": -1, "y": 0.5, "z": 8},
     "mixed": {"a": -1, "b": 2.5, "c": -300, "flag": true, "color": "Green"},
     "nested": {"name": "nested", "n": -9223372036854775808, "pos": {"x": 1, "y": 2, "z": 3},
                "child": {"label": "leaf", "values": [1, -2, 3]}},
     "content_type": "Image", "content": {"urls": ["u1", "\u00fc2"], "width": 640},
     "v_bool": [true, false, true], "v_u64": [18446744073709551615, 0], "v_f64": [0.5, -1.25],
     "v_color": ["Red", "Green", "Blue"],
     "v_struct": [{"x": 1, "y": 0, "z": 0}, {"x": 0, "y": 2, "z": 0}, {"x": 0, "y": 0, "z": 3}],
     "v_table": [{"name": "nested", "n": -9223372036854775808, "pos": {"x": 1, "y": 2, "z": 3},
                  "child": {"label": "leaf", "values": [1, -2, 3]}}]}
    """#

  /// The vector of unions of a buffer, in the shape that `unions.py` prints.
  static func unions(of bytes: [UInt8]) throws -> [Any] {
    try FlatBuffer.withRoot(of: bytes) { (root) throws(FlatBufferError) -> [Any] in
      guard let types = try root.vector(38), let values = try root.vector(39) else { return [] }
      var result: [Any] = []
      for index in 0..<types.count {
        let type = try types.scalar(at: index, as: UInt8.self)
        var member: [String: Any] = [:]
        if type == 1 {
          member["text"] = try values.table(at: index).string(0) ?? NSNull()
        } else if type == 2 {
          let image = try values.table(at: index)
          member["urls"] = try image.vector(0)?.strings() ?? NSNull()
          member["width"] = try image.scalar(1, default: Int32(0))
          member["height"] = try image.scalar(2, default: Int32(480))
        }
        result.append([type, member] as [Any])
      }
      return result
    }
  }
}
