// Two forms of each operator, and no more: the type checker's time grows with their number.

extension QueryExpression {
  /// Whether the value equals a value; nil stands for null.
  public static func == (left: Self, right: Value.Scalar?) -> QueryExpression<Root, Bool> {
    compare(.equal, left.node, .constant(right.queryConstant))
  }

  /// Whether the value equals that of another expression (null is a value).
  public static func == <Other>(
    left: Self, right: QueryExpression<Root, Other>
  ) -> QueryExpression<Root, Bool> where Other.Scalar == Value.Scalar {
    compare(.equal, left.node, right.node)
  }

  /// Whether the value differs from a value; nil stands for null.
  public static func != (left: Self, right: Value.Scalar?) -> QueryExpression<Root, Bool> {
    compare(.notEqual, left.node, .constant(right.queryConstant))
  }

  /// Whether the value differs from that of another expression (null is a value).
  public static func != <Other>(
    left: Self, right: QueryExpression<Root, Other>
  ) -> QueryExpression<Root, Bool> where Other.Scalar == Value.Scalar {
    compare(.notEqual, left.node, right.node)
  }

  /// Whether the value is less than a value; false for null.
  public static func < (left: Self, right: Value.Scalar) -> QueryExpression<Root, Bool> {
    compare(.less, left.node, .constant(right.queryConstant))
  }

  /// Whether the value is less than that of another expression; false with null.
  public static func < <Other>(
    left: Self, right: QueryExpression<Root, Other>
  ) -> QueryExpression<Root, Bool> where Other.Scalar == Value.Scalar {
    compare(.less, left.node, right.node)
  }

  /// Whether the value is at most a value; false for null.
  public static func <= (left: Self, right: Value.Scalar) -> QueryExpression<Root, Bool> {
    compare(.lessOrEqual, left.node, .constant(right.queryConstant))
  }

  /// Whether the value is at most that of another expression; false with null.
  public static func <= <Other>(
    left: Self, right: QueryExpression<Root, Other>
  ) -> QueryExpression<Root, Bool> where Other.Scalar == Value.Scalar {
    compare(.lessOrEqual, left.node, right.node)
  }

  /// Whether the value is greater than a value; false for null.
  public static func > (left: Self, right: Value.Scalar) -> QueryExpression<Root, Bool> {
    compare(.greater, left.node, .constant(right.queryConstant))
  }

  /// Whether the value is greater than that of another expression; false with null.
  public static func > <Other>(
    left: Self, right: QueryExpression<Root, Other>
  ) -> QueryExpression<Root, Bool> where Other.Scalar == Value.Scalar {
    compare(.greater, left.node, right.node)
  }

  /// Whether the value is at least a value; false for null.
  public static func >= (left: Self, right: Value.Scalar) -> QueryExpression<Root, Bool> {
    compare(.greaterOrEqual, left.node, .constant(right.queryConstant))
  }

  /// Whether the value is at least that of another expression; false with null.
  public static func >= <Other>(
    left: Self, right: QueryExpression<Root, Other>
  ) -> QueryExpression<Root, Bool> where Other.Scalar == Value.Scalar {
    compare(.greaterOrEqual, left.node, right.node)
  }

  private static func compare(
    _ comparison: QueryNode.Comparison, _ left: QueryNode, _ right: QueryNode
  ) -> QueryExpression<Root, Bool> {
    QueryExpression<Root, Bool>(node: .compare(comparison, left, right))
  }
}
