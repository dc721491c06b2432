/// A persistent map between 32-bit numbers: a radix tree whose copies share pages.
///
/// Made for the numbers of nodes, which are given out one after another: so pages are well filled,
/// and finding one takes no comparisons. Pages left empty are let go of.
struct NumberMap: Sendable {
  /// 32 values if it is at the bottom, else 32 pages.
  final class Page: @unchecked Sendable {
    // Safe because an edit changes a page only if it holds the one reference to it.
    var values: ContiguousArray<UInt32>
    var pages: ContiguousArray<Page?>

    init(values: ContiguousArray<UInt32>, pages: ContiguousArray<Page?>) {
      self.values = values
      self.pages = pages
    }

    /// A page without anything in it.
    convenience init(level: Int) {
      self.init(
        values: level == 0 ? ContiguousArray(repeating: NumberMap.none, count: 32) : [],
        pages: level == 0 ? [] : ContiguousArray(repeating: nil, count: 32))
    }

    var copy: Page { Page(values: values, pages: pages) }

    var isEmpty: Bool {
      values.allSatisfy { $0 == NumberMap.none } && pages.allSatisfy { $0 == nil }
    }
  }

  /// What stands where there is no value; no value is that great.
  static var none: UInt32 { .max }

  private(set) var root = Page(level: 0)
  /// How many levels of pages there are above the values.
  private var height = 0

  /// The value of `number`, or nil.
  subscript(number: UInt32) -> UInt32? {
    guard UInt64(number) >> (5 * UInt64(height + 1)) == 0 else { return nil }
    var page = Uncounted(root)
    var level = height
    while level > 0 {
      let slot = Self.slot(of: number, level)
      guard let below = page.look({ $0.pages[slot].map { Uncounted($0) } }) else { return nil }
      page = below
      level -= 1
    }
    let value = page.look { $0.values[Self.slot(of: number, 0)] }
    return value == Self.none ? nil : value
  }

  /// Gives `number` a value.
  mutating func set(_ number: UInt32, to value: UInt32) {
    while UInt64(number) >> (5 * UInt64(height + 1)) != 0 {
      height += 1
      let above = Page(level: height)
      above.pages[0] = root
      root = above
    }
    Self.set(&root, height, number, value)
  }

  /// Forgets `number`.
  mutating func remove(_ number: UInt32) {
    guard self[number] != nil else { return }
    Self.remove(&root, height, number)
  }

  private static func slot(of number: UInt32, _ level: Int) -> Int {
    Int(number >> UInt32(5 * level) & 31)
  }

  private static func set(_ page: inout Page, _ level: Int, _ number: UInt32, _ value: UInt32) {
    if !isKnownUniquelyReferenced(&page) { page = page.copy }
    let slot = slot(of: number, level)
    guard level > 0 else {
      page.values[slot] = value
      return
    }
    var below = page.pages[slot] ?? Page(level: level - 1)
    page.pages[slot] = nil
    set(&below, level - 1, number, value)
    page.pages[slot] = below
  }

  private static func remove(_ page: inout Page, _ level: Int, _ number: UInt32) {
    if !isKnownUniquelyReferenced(&page) { page = page.copy }
    let slot = slot(of: number, level)
    guard level > 0 else {
      page.values[slot] = none
      return
    }
    guard var below = page.pages[slot] else { return }
    page.pages[slot] = nil
    remove(&below, level - 1, number)
    if !below.isEmpty { page.pages[slot] = below }
  }
}
