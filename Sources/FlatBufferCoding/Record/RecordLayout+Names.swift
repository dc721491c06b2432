extension RecordLayout {
  /// A name with its quotes and the colon, as JSON has it before a member's value.
  func key(_ name: Name) -> ArraySlice<UInt8> {
    text[Int(name.start)..<Int(name.end)]
  }

  /// A name with its quotes.
  func quoted(_ name: Name) -> ArraySlice<UInt8> {
    text[Int(name.start)..<Int(name.end) - 1]
  }

  /// A name as it is; schemas have no names that need escapes.
  func plain(_ name: Name) -> ArraySlice<UInt8> {
    text[Int(name.start) + 1..<Int(name.end) - 2]
  }

  /// A name for a message.
  func string(_ name: Name) -> String {
    String(decoding: plain(name), as: UTF8.self)
  }

  /// The field of an object that has a name; `likely` is tried first.
  ///
  /// - Complexity: O(log *n*) comparisons for *n* fields; one if `likely` is right.
  func field(_ name: UnsafeRawBufferPointer, of object: Object, likely: Int) -> Int? {
    if likely < object.fields.upperBound, unsafe order(name, fields[likely].name) == 0 {
      return likely
    }
    return unsafe find(name, in: object.byName) {
      fieldsByName[$0]
    } name: {
      fields[$0].name
    }
  }

  /// The value of an enum that has a name.
  ///
  /// - Complexity: O(log *n*) comparisons for *n* values.
  func value(_ name: UnsafeRawBufferPointer, of item: Enum) -> Int? {
    unsafe find(name, in: item.byName) {
      valuesByName[$0]
    } name: {
      values[$0].name
    }
  }

  /// The value of an enum that has a number.
  ///
  /// - Complexity: O(log *n*) for *n* values.
  func value(number: Int64, of item: Enum) -> Int? {
    var low = item.values.lowerBound
    var high = item.values.upperBound
    while low < high {
      let middle = low + (high - low) / 2
      if values[middle].number == number { return middle }
      if values[middle].number < number { low = middle + 1 } else { high = middle }
    }
    // Unsigned 64-bit numbers above Int64.max are negative as bits, so that the list is not in this order.
    return item.values.first { values[$0].number == number }
  }

  /// Finds a name by halving.
  private func find(
    _ name: UnsafeRawBufferPointer, in range: Range<Int>, _ index: (Int) -> Int,
    name other: (Int) -> Name
  ) -> Int? {
    var low = range.lowerBound
    var high = range.upperBound
    while low < high {
      let middle = low + (high - low) / 2
      let candidate = index(middle)
      let order = unsafe order(name, other(candidate))
      if order == 0 { return candidate }
      if order > 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Whether a name comes before (-1), with (0) or after (1) one of the schema, by bytes.
  private func order(_ name: UnsafeRawBufferPointer, _ other: Name) -> Int {
    let start = Int(other.start) + 1
    let count = Int(other.end) - 2 - start
    var index = 0
    while index < name.count, index < count {
      let (left, right) = unsafe (name[index], text[start + index])
      if left != right { return left < right ? -1 : 1 }
      index += 1
    }
    return name.count == count ? 0 : name.count < count ? -1 : 1
  }
}
