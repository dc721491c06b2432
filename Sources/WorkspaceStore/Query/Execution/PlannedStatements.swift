/// The idle statements of a type's plans, on one connection.
final class PlannedStatements {
  /// How many are kept.
  private static let limit = 256

  let type: StoredType
  private var byShape: [PlanShape: Statement] = [:]

  init(_ type: StoredType) {
    self.type = type
  }

  func take(_ shape: PlanShape) -> Statement? {
    byShape.removeValue(forKey: shape)
  }

  func keep(_ statement: Statement, _ shape: PlanShape) {
    if byShape.count >= Self.limit { byShape.removeAll() }
    byShape[shape] = statement
  }
}

extension Connection {
  /// A statement for a plan's stretch, a kept one if there is one; to be given back.
  func takeStatement(
    _ segment: PlanSegment, of type: StoredType
  ) throws(WorkspaceError) -> Statement {
    if let kept = plannedStatements(type).take(segment.shape) { return kept }
    if segment.shape.isFiltered, !hasScanCondition {
      try ScanCondition.register(with: self)
      hasScanCondition = true
    }
    return try prepare(segment.sql(of: type))
  }

  /// Keeps a statement for the next plan of its shape.
  func giveBack(_ statement: Statement, _ shape: PlanShape, of type: StoredType) {
    statement.reset()
    plannedStatements(type).keep(statement, shape)
  }

  private func plannedStatements(_ type: StoredType) -> PlannedStatements {
    if let kept = planned[type.number], kept.type === type { return kept }
    let fresh = PlannedStatements(type)
    planned[type.number] = fresh
    return fresh
  }
}
