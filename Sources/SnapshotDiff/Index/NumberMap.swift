/// A persistent map between 32-bit numbers: a radix tree whose copies share pages.
///
/// Made for the numbers of nodes, which are given out one after another: so pages are well filled,
/// and finding one takes no comparisons. Pages left empty are let go of.
struct NumberMap: Sendable {
  /// Values if it is at the bottom, else pages; 128 of either.
  final class Page: @unchecked Sendable {
    // Safe because an edit changes a page only if it holds the one reference to it.
    private(set) var values: ContiguousArray<UInt32>
    private(set) var pages: ContiguousArray<Page?>

    init(values: ContiguousArray<UInt32>, pages: ContiguousArray<Page?>) {
      self.values = values
      self.pages = pages
    }

    /// A page without anything in it.
    convenience init(level: Int) {
      self.init(
        values: level == 0
          ? ContiguousArray(repeating: NumberMap.none, count: NumberMap.pageSize) : [],
        pages: level == 0 ? [] : ContiguousArray(repeating: nil, count: NumberMap.pageSize))
    }

    // Each takes the array out and puts it back, as otherwise every access to a page would have to be
    // checked for exclusivity as the program runs.

    /// Changes a value.
    func put(_ value: UInt32, in slot: Int) {
      var values = values
      self.values = []
      values[slot] = value
      self.values = values
    }

    /// Changes a page.
    func put(_ page: Page, in slot: Int) {
      var pages = pages
      self.pages = []
      pages[slot] = page
      self.pages = pages
    }

    /// A page, which is then no longer there.
    func takePage(_ slot: Int) -> Page? {
      var pages = pages
      self.pages = []
      let page = pages[slot]
      pages[slot] = nil
      self.pages = pages
      return page
    }

    var copy: Page { Page(values: values, pages: pages) }

    var isEmpty: Bool {
      values.allSatisfy { $0 == NumberMap.none } && pages.allSatisfy { $0 == nil }
    }
  }

  private static var bits: UInt64 { 7 }
  fileprivate static var pageSize: Int { 1 << bits }

  /// What stands where there is no value; no value is that great.
  static var none: UInt32 { .max }

  private(set) var root = Page(level: 0)
  /// How many levels of pages there are above the values.
  private var height = 0

  /// The value of `number`, or nil.
  subscript(number: UInt32) -> UInt32? { pages[number] }

  /// The pages, for whoever keeps the map meanwhile.
  var pages: Pages { Pages(root: Uncounted(root), height: height) }

  /// Pages of a map that somebody else keeps.
  struct Pages {
    fileprivate let root: Uncounted<Page>
    fileprivate let height: Int

    /// The value of `number`, or nil.
    subscript(number: UInt32) -> UInt32? {
      guard UInt64(number) >> (NumberMap.bits * UInt64(height + 1)) == 0 else { return nil }
      var page = root
      var level = height
      while level > 0 {
        let slot = NumberMap.slot(of: number, level)
        guard let below = page.look({ $0.pages[slot].map { Uncounted($0) } }) else { return nil }
        page = below
        level -= 1
      }
      let value = page.look { $0.values[NumberMap.slot(of: number, 0)] }
      return value == NumberMap.none ? nil : value
    }
  }

  /// Gives `number` a value.
  mutating func set(_ number: UInt32, to value: UInt32) {
    while UInt64(number) >> (Self.bits * UInt64(height + 1)) != 0 {
      height += 1
      let above = Page(level: height)
      above.put(root, in: 0)
      root = above
    }
    Self.set(&root, height, number, value)
  }

  /// Forgets `number`.
  mutating func remove(_ number: UInt32) {
    guard self[number] != nil else { return }
    Self.remove(&root, height, number)
  }

  fileprivate static func slot(of number: UInt32, _ level: Int) -> Int {
    Int(UInt64(number) >> (bits * UInt64(level))) & (pageSize - 1)
  }

  private static func set(_ page: inout Page, _ level: Int, _ number: UInt32, _ value: UInt32) {
    if !isKnownUniquelyReferenced(&page) { page = page.copy }
    let slot = slot(of: number, level)
    guard level > 0 else {
      page.put(value, in: slot)
      return
    }
    var below = page.takePage(slot) ?? Page(level: level - 1)
    set(&below, level - 1, number, value)
    page.put(below, in: slot)
  }

  private static func remove(_ page: inout Page, _ level: Int, _ number: UInt32) {
    if !isKnownUniquelyReferenced(&page) { page = page.copy }
    let slot = slot(of: number, level)
    guard level > 0 else {
      page.put(none, in: slot)
      return
    }
    guard var below = page.takePage(slot) else { return }
    remove(&below, level - 1, number)
    if !below.isEmpty { page.put(below, in: slot) }
  }
}
