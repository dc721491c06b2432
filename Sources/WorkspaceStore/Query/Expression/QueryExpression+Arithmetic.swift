// Integers are calculated exactly; a result outside −2⁶³…2⁶⁴−1 is null, whatever the width of the fields.

extension QueryExpression where Value.Scalar: QueryNumber {
  /// The sum of the value and a number.
  public static func + (left: Self, right: Value.Scalar) -> QueryExpression<Root, Value.Scalar?> {
    calculate(.add, left.node, .constant(right.queryConstant))
  }

  /// The sum of two values.
  public static func + <Other>(
    left: Self, right: QueryExpression<Root, Other>
  ) -> QueryExpression<Root, Value.Scalar?> where Other.Scalar == Value.Scalar {
    calculate(.add, left.node, right.node)
  }

  /// The difference of the value and a number.
  public static func - (left: Self, right: Value.Scalar) -> QueryExpression<Root, Value.Scalar?> {
    calculate(.subtract, left.node, .constant(right.queryConstant))
  }

  /// The difference of two values.
  public static func - <Other>(
    left: Self, right: QueryExpression<Root, Other>
  ) -> QueryExpression<Root, Value.Scalar?> where Other.Scalar == Value.Scalar {
    calculate(.subtract, left.node, right.node)
  }

  /// The product of the value and a number.
  public static func * (left: Self, right: Value.Scalar) -> QueryExpression<Root, Value.Scalar?> {
    calculate(.multiply, left.node, .constant(right.queryConstant))
  }

  /// The product of two values.
  public static func * <Other>(
    left: Self, right: QueryExpression<Root, Other>
  ) -> QueryExpression<Root, Value.Scalar?> where Other.Scalar == Value.Scalar {
    calculate(.multiply, left.node, right.node)
  }

  /// The quotient, of integers towards zero, of the value and a number.
  public static func / (left: Self, right: Value.Scalar) -> QueryExpression<Root, Value.Scalar?> {
    calculate(.divide, left.node, .constant(right.queryConstant))
  }

  /// The quotient, of integers towards zero, of two values.
  public static func / <Other>(
    left: Self, right: QueryExpression<Root, Other>
  ) -> QueryExpression<Root, Value.Scalar?> where Other.Scalar == Value.Scalar {
    calculate(.divide, left.node, right.node)
  }

  /// The remainder of a division towards zero, with the sign of the left side, of the value and a number.
  public static func % (left: Self, right: Value.Scalar) -> QueryExpression<Root, Value.Scalar?> {
    calculate(.remainder, left.node, .constant(right.queryConstant))
  }

  /// The remainder of a division towards zero, with the sign of the left side, of two values.
  public static func % <Other>(
    left: Self, right: QueryExpression<Root, Other>
  ) -> QueryExpression<Root, Value.Scalar?> where Other.Scalar == Value.Scalar {
    calculate(.remainder, left.node, right.node)
  }

  private static func calculate(
    _ operation: QueryNode.Arithmetic, _ left: QueryNode, _ right: QueryNode
  ) -> QueryExpression<Root, Value.Scalar?> {
    QueryExpression<Root, Value.Scalar?>(node: .arithmetic(operation, left, right))
  }
}
