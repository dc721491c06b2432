/// A query without types: what to keep, in which order, and which part of that.
package struct RecordQuery: Hashable, Sendable {
  /// A term of the order.
  package struct Term: Hashable, Sendable {
    /// What to order by.
    package var node: QueryNode
    /// Whether small values, and null before them, come first.
    package var isAscending: Bool

    /// Makes a term.
    package init(_ node: QueryNode, isAscending: Bool = true) {
      self.node = node
      self.isAscending = isAscending
    }
  }

  /// What a row must meet; nil keeps every row.
  package var condition: QueryNode?
  /// The order's terms, the first one first; none means the order of row ids.
  ///
  /// Ties break by row id, in the direction of the last term.
  package var order: [Term]
  /// How many rows to give at most; nil for all.
  package var limit: Int?
  /// How many rows to pass over first.
  package var offset: Int

  /// Makes a query; without arguments, for every row by row id.
  package init(
    condition: QueryNode? = nil, order: [Term] = [], limit: Int? = nil, offset: Int = 0
  ) {
    self.condition = condition
    self.order = order
    self.limit = limit
    self.offset = offset
  }

  /// Whether rows that tie come by ascending row id.
  package var rowIDsAscend: Bool {
    order.last?.isAscending ?? true
  }
}
