/// A term of a query's order: `$0.position.ascending`.
public struct OrderTerm<Root: Record>: Sendable {
  package let term: RecordQuery.Term

  package init(_ term: RecordQuery.Term) {
    self.term = term
  }
}

/// Collects the terms of an order: one or several, on lines of their own, with `if`.
@resultBuilder
public enum OrderBuilder<Root: Record> {
  /// One term.
  public static func buildExpression(_ term: OrderTerm<Root>) -> [OrderTerm<Root>] {
    [term]
  }

  /// Terms made elsewhere.
  public static func buildExpression(_ terms: [OrderTerm<Root>]) -> [OrderTerm<Root>] {
    terms
  }

  /// Terms one after another.
  public static func buildBlock(_ terms: [OrderTerm<Root>]...) -> [OrderTerm<Root>] {
    terms.count == 1 ? terms[0] : Array(terms.joined())
  }

  /// Terms under an `if` without `else`.
  public static func buildOptional(_ terms: [OrderTerm<Root>]?) -> [OrderTerm<Root>] {
    terms ?? []
  }

  /// Terms of an `if`.
  public static func buildEither(first terms: [OrderTerm<Root>]) -> [OrderTerm<Root>] {
    terms
  }

  /// Terms of an `else`.
  public static func buildEither(second terms: [OrderTerm<Root>]) -> [OrderTerm<Root>] {
    terms
  }

  /// Terms of a loop.
  public static func buildArray(_ terms: [[OrderTerm<Root>]]) -> [OrderTerm<Root>] {
    Array(terms.joined())
  }
}
