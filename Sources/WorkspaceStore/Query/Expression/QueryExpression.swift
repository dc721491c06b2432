public import FlatBufferCoding

/// A value of a record, or made of its values, as queries name it: `$0.title`, `$0.width * $0.height`.
///
/// Strings compare by their UTF-8 bytes. `==` and `!=` treat null as a value, the other comparisons with null are
/// false, and `!` is the complement, so that a row meets either a condition or its `!`. NaN counts as null. An integer
/// result that does not fit 64 bits, and an integer divided by zero, is null; floating follows IEEE 754.
public struct QueryExpression<Root: Record, Value: QueryValue>: Sendable {
  package let node: QueryNode

  /// Names the field at a path, as generated code does.
  public init(path: FieldPath) {
    node = .field(path)
  }

  package init(node: QueryNode) {
    self.node = node
  }

  /// Whether the value is null, or NaN.
  public var isNull: QueryExpression<Root, Bool> {
    QueryExpression<Root, Bool>(node: .isNull(node))
  }

  /// Orders by this value, small ones first and null before them.
  public var ascending: OrderTerm<Root> {
    OrderTerm(RecordQuery.Term(node, isAscending: true))
  }

  /// Orders by this value, great ones first and null last.
  public var descending: OrderTerm<Root> {
    OrderTerm(RecordQuery.Term(node, isAscending: false))
  }

  /// Whether the value is one of these.
  ///
  /// There may be any number of them.
  public func `in`(_ values: some Sequence<Value.Scalar>) -> QueryExpression<Root, Bool> {
    QueryExpression<Root, Bool>(node: .in(node, values.map(\.queryConstant)))
  }

  /// Whether the value is one of these; nil stands for null.
  public func `in`(_ values: some Sequence<Value.Scalar?>) -> QueryExpression<Root, Bool> {
    QueryExpression<Root, Bool>(node: .in(node, values.map(\.queryConstant)))
  }
}

extension QueryExpression where Value.Scalar == String {
  /// Whether the string starts with these bytes; false for null.
  public func hasPrefix(_ prefix: String) -> QueryExpression<Root, Bool> {
    QueryExpression<Root, Bool>(node: .hasPrefix(node, prefix))
  }

  /// Whether the string has these bytes somewhere; false for null.
  public func contains(_ part: String) -> QueryExpression<Root, Bool> {
    QueryExpression<Root, Bool>(node: .contains(node, part))
  }
}

extension QueryExpression where Value == Bool {
  /// A condition that every row meets, or none.
  ///
  /// `$0.list == list && .constant(showsAll)`.
  public static func constant(_ flag: Bool) -> QueryExpression<Root, Bool> {
    QueryExpression<Root, Bool>(node: .constant(.bool(flag)))
  }

  /// Whether both conditions hold.
  public static func && (left: Self, right: Self) -> Self {
    Self(node: .and(left.node, right.node))
  }

  /// Whether at least one condition holds.
  public static func || (left: Self, right: Self) -> Self {
    Self(node: .or(left.node, right.node))
  }

  /// Whether the condition does not hold; a null one does not.
  public static prefix func ! (condition: Self) -> Self {
    Self(node: .not(condition.node))
  }
}
