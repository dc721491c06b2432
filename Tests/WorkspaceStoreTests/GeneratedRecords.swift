import FlatBufferCoding
import TestSupport

/// Random values for generated records, with the edges of every type among them.
struct RandomValues {
  var random: SeededGenerator

  init(seed: UInt64) {
    random = SeededGenerator(seed: seed)
  }

  mutating func bool() -> Bool { Bool.random(using: &random) }

  mutating func integer<T: FixedWidthInteger>(_ type: T.Type = T.self) -> T {
    [0, 1, T.min, T.max, T.random(in: .min ... .max, using: &random)].randomElement(using: &random)
      ?? 0
  }

  mutating func real<T: BinaryFloatingPoint & Sendable>(_ type: T.Type = T.self) -> T
  where T.RawSignificand: FixedWidthInteger {
    let edges: [T] = [
      0, 1, -2.5, .infinity, -.infinity, .nan, .greatestFiniteMagnitude, .leastNonzeroMagnitude,
      T.random(in: -1e6...1e6, using: &random),
    ]
    return edges.randomElement(using: &random) ?? 0
  }

  mutating func text() -> String {
    let edges = [
      "", "a", "née\u{301}", "\u{0}\n\"\\/\u{1F600}", String(repeating: "x", count: 300),
    ]
    return edges.randomElement(using: &random) ?? ""
  }

  mutating func maybe<T>(_ value: (inout RandomValues) -> T) -> T? {
    bool() ? value(&self) : nil
  }

  mutating func list<T>(_ value: (inout RandomValues) -> T) -> [T] {
    (0..<Int.random(in: 0...4, using: &random)).map { _ in value(&self) }
  }

  mutating func number<E: FlatBufferEnum>(_ type: E.Type = E.self) -> E {
    E(knownOrUnknown: E.names.map(\.rawValue).randomElement(using: &random) ?? 0)
  }
}

extension Samples.KitchenSink {
  static func random(_ values: inout RandomValues) -> Self {
    var sink = Self(id: values.text())
    sink.b = values.bool()
    sink.bTrue = values.bool()
    sink.i8 = values.integer()
    sink.u8 = values.integer()
    sink.i16 = values.integer()
    sink.u16 = values.integer()
    sink.i32 = values.integer()
    sink.u32 = values.integer()
    sink.i64 = values.integer()
    sink.u64 = values.integer()
    sink.f32 = values.real()
    sink.f64 = values.real()
    sink.color = values.bool() ? values.number() : .unknown(99)
    sink.level = values.number()
    sink.note = values.maybe { $0.text() }
    sink.tag = values.maybe { $0.text() }
    sink.score = values.integer()
    sink.ratio = values.real()
    sink.serial = values.integer()
    sink.pos = values.maybe { Samples.Vec3.random(&$0) }
    sink.mixed = values.maybe {
      Samples.Mixed(
        a: $0.integer(), b: $0.real(), c: $0.integer(), flag: $0.bool(), color: $0.number())
    }
    sink.nested = values.maybe { Samples.Nested.random(&$0) }
    sink.content = values.maybe { Samples.Content.random(&$0) }
    sink.vU8 = values.list { $0.integer() }
    sink.vBool = values.list { $0.bool() }
    sink.vI16 = values.list { $0.integer() }
    sink.vI32 = values.list { $0.integer() }
    sink.vI64 = values.list { $0.integer() }
    sink.vU64 = values.list { $0.integer() }
    sink.vF32 = values.list { $0.real() }
    sink.vF64 = values.list { $0.real() }
    sink.vStr = values.list { $0.text() }
    sink.vColor = values.list { $0.number() }
    sink.vStruct = values.list { Samples.Vec3.random(&$0) }
    sink.vTable = values.list { Samples.Nested.random(&$0) }
    sink.vUnion = values.list { Samples.Content.random(&$0) }
    return sink
  }
}

extension Samples.Vec3 {
  static func random(_ values: inout RandomValues) -> Self {
    Self(x: values.real(), y: values.real(), z: values.real())
  }
}

extension Samples.Nested {
  static func random(_ values: inout RandomValues) -> Self {
    Self(
      name: values.maybe { $0.text() }, n: values.integer(),
      pos: values.maybe { Samples.Vec3.random(&$0) },
      child: values.maybe {
        Samples.Leaf(label: $0.maybe { $0.text() }, values: $0.list { $0.integer() })
      })
  }
}

extension Samples.Content {
  static func random(_ values: inout RandomValues) -> Self {
    switch Int.random(in: 0..<3, using: &values.random) {
    case 0: .text(Samples.Text(text: values.maybe { $0.text() }))
    case 1: .image(Samples.Image(urls: values.list { $0.text() }, width: values.integer()))
    default: .empty(Samples.Empty())
    }
  }
}

extension Awkward.Type_.Record {
  static func random(_ values: inout RandomValues) -> Self {
    var record = Self(
      class: values.integer(), keyValues: values.bool(), self_: values.number(),
      builder: Shapes.Plane.Shape.random(&values), values: values.list { $0.number() },
      encoder: values.list { Awkward.Type_.Any_.random(&$0) })
    record.id_ = values.maybe { $0.text() }
    record.init_ = values.number()
    record.path = values.maybe { $0.text() }
    record.await = values.integer()
    record.fields = values.integer()
    record.recordType = values.maybe { $0.integer() }
    record.description = values.maybe { Awkward.Type_.Any_.random(&$0) }
    record.hashValue_ = values.real()
    record.rawValue = values.real()
    record.stringValue = values.real()
    record.none = values.real()
    record.any = values.list { Awkward.Type_.Any_.random(&$0) }
    record.try = values.bool() ? [.none_, .all] : .init(rawValue: values.integer())
    record.table = values.maybe { $0.number() }
    record.offset1 = values.list { Shapes.Plane.Matrix.random(&$0) }
    record.offset = values.maybe { Shapes.Plane.Matrix.random(&$0) }
    record.float = values.list { $0.real() }
    record.bytes = values.list { $0.integer() }
    record.signedBytes = values.list { $0.integer() }
    record.switch = values.maybe { Awkward.Type_.Int.random(&$0) }
    record.httpCode = values.integer()
    record.optionalReal = values.maybe { $0.real() }
    return record
  }
}

extension Awkward.Type_.Int {
  static func random(_ values: inout RandomValues) -> Self {
    Self(
      swift: values.integer(), optional: Shapes.Plane.Point(x: values.real(), y: 1),
      let: values.number())
  }
}

extension Awkward.Type_.Any_ {
  static func random(_ values: inout RandomValues) -> Self {
    switch Int.random(in: 0..<4, using: &values.random) {
    case 0:
      .string(Awkward.Type_.String(optional: values.text(), number: values.maybe { .random(&$0) }))
    case 1: .key(Awkward.Type_.Key(key: values.text(), hashValue_: values.integer()))
    case 2: .shapesPlaneShape(Shapes.Plane.Shape.random(&values))
    default: .int(.random(&values))
    }
  }
}

extension Shapes.Plane.Matrix {
  static func random(_ values: inout RandomValues) -> Self {
    Self(
      cells: (0..<4).map { _ in values.real() },
      corners: (0..<2).map { _ in Shapes.Plane.Point(x: values.real(), y: values.real()) },
      fills: (0..<3).map { _ in values.number() }, key: (0..<5).map { _ in values.integer() },
      flag: values.bool())
  }
}

extension Shapes.Plane.Shape {
  static func random(_ values: inout RandomValues, depth: Int = 0) -> Self {
    var shape = Self(name: values.text(), fill: values.bool() ? [.solid, .striped] : [])
    shape.origin = values.maybe { Shapes.Plane.Point(x: $0.real(), y: $0.real()) }
    guard depth < 3 else { return shape }
    shape.inner = values.maybe { .random(&$0, depth: depth + 1) }
    shape.detail = values.maybe { values in
      switch Int.random(in: 0..<4, using: &values.random) {
      case 0: .shape(.random(&values, depth: depth + 1))
      case 1:
        .group(
          Shapes.Plane.Group(
            shapes: values.list { .random(&$0, depth: depth + 2) }, best: .label(values.text())))
      case 2: .where(Shapes.Plane.Point(x: values.real(), y: values.real()))
      default: .label(values.text())
      }
    }
    shape.siblings = values.list { .random(&$0, depth: depth + 2) }
    return shape
  }
}
