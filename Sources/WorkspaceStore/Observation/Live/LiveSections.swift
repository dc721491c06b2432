import FlatBufferCoding
package import SnapshotDiff

/// How the rows of a live list fall into sections.
package protocol LiveSections: Sendable {
  /// What tells one section from another.
  associatedtype SectionID: Hashable & Sendable

  /// The one section that is there even without rows; nil where sections come and go with their rows.
  var whole: SectionID? { get }

  /// The section of a row; rows of one section stand together.
  func section(of payload: UnsafeRawBufferPointer) -> SectionID
}

/// No sections: all rows in one.
package struct WholeSections: LiveSections {
  /// Makes it.
  package init() {}

  /// The one section.
  package var whole: WholeList? { WholeList() }

  package func section(of payload: UnsafeRawBufferPointer) -> WholeList { WholeList() }
}

/// Sections by the value of an expression, which is also the first term of the order.
package struct ValueSections<Scalar: QueryValue>: LiveSections {
  private let evaluator: Evaluator

  /// Compiles the expression.
  ///
  /// - Throws: `schemaMismatch`.
  init(_ node: QueryNode, of type: RecordType) throws(WorkspaceError) {
    do throws(FlatBufferError) {
      evaluator = try Evaluator(value: node, in: type.schema)
    } catch {
      throw WorkspaceError(
        .schemaMismatch, "The sections' expression does not fit the type: \(error.description)",
        typeName: type.name)
    }
  }

  package var whole: QuerySection<Scalar>? { nil }

  package func section(of payload: UnsafeRawBufferPointer) -> QuerySection<Scalar> {
    // Rows whose bytes can't be read never get this far.
    let constant = try? unsafe FlatBuffer.withRoot(of: payload) { root throws(FlatBufferError) in
      try evaluator.constant(of: root)
    }
    return QuerySection(constant ?? .null)
  }
}
