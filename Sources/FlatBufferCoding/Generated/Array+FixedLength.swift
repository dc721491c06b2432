extension Array {
  /// The elements of a struct's array as JSON gave them, if they are as many as it has.
  ///
  /// - Throws: `DecodingError` if they are more or fewer; none at all stand for zeros where `zero` is given.
  public func elements<Key: CodingKey>(
    _ count: Int, of container: KeyedDecodingContainer<Key>, forKey key: Key, zero: Element? = nil
  ) throws -> [Element] {
    if isEmpty, let zero { return Array(repeating: zero, count: count) }
    guard self.count == count else {
      throw DecodingError.dataCorruptedError(
        forKey: key, in: container,
        debugDescription: "expected \(count) elements, found \(self.count)")
    }
    return self
  }
}
