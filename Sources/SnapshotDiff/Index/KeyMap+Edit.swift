extension KeyMap {
  /// Gives `key` the number `value`.
  ///
  /// - Complexity: O(log *n*).
  mutating func set(_ key: Int64, to value: UInt32) {
    if !isKnownUniquelyReferenced(&root) { root = root.copy }
    guard let right = root.set(key, to: value) else { return }
    root = Node(children: [root, right], leastKeys: [root.leastKey, right.leastKey])
  }

  /// Forgets `key`, if it is there.
  ///
  /// - Complexity: O(log *n*).
  mutating func remove(_ key: Int64) {
    if !isKnownUniquelyReferenced(&root) { root = root.copy }
    root.remove(key)
    while root.children.count == 1 { root = root.children[0] }
  }
}

extension KeyMap.Node {
  /// Sets an entry below this node, which is not shared; returns its right half if it was split.
  fileprivate func set(_ key: Int64, to value: UInt32) -> KeyMap.Node? {
    var contents = take()
    defer { put(contents) }
    return contents.set(key, to: value)
  }

  /// Removes an entry below this node, which is not shared.
  fileprivate func remove(_ key: Int64) {
    var contents = take()
    defer { put(contents) }
    contents.remove(key)
  }
}

extension KeyMap.Contents {
  fileprivate mutating func set(_ key: Int64, to value: UInt32) -> KeyMap.Node? {
    guard !children.isEmpty else { return setEntry(key, to: value) }
    let index = leastKeys.childIndex(for: key)
    if !isKnownUniquelyReferenced(&children[index]) { children[index] = children[index].copy }
    let right = children[index].set(key, to: value)
    if key < leastKeys[index] { leastKeys[index] = key }
    guard let right else { return nil }
    children.insert(right, at: index + 1)
    leastKeys.insert(right.leastKey, at: index + 1)
    guard children.count > KeyMap.fanOut else { return nil }
    let cut = children.count / 2
    let half = KeyMap.Node(
      children: ContiguousArray(children[cut...]), leastKeys: ContiguousArray(leastKeys[cut...]))
    children.removeSubrange(cut...)
    leastKeys.removeSubrange(cut...)
    return half
  }

  private mutating func setEntry(_ key: Int64, to value: UInt32) -> KeyMap.Node? {
    let index = entries.entryIndex(for: key)
    if index < entries.count, entries[index].key == key {
      entries[index].value = value
      return nil
    }
    entries.insert(KeyMap.Entry(key: key, value: value), at: index)
    guard entries.count > KeyMap.leafCapacity else { return nil }
    let isAppending = index == entries.count - 1
    let cut = isAppending ? entries.count - KeyMap.leafCapacity / 3 : entries.count / 2
    let half = KeyMap.Node(entries: ContiguousArray(entries[cut...]))
    entries.removeSubrange(cut...)
    return half
  }

  fileprivate mutating func remove(_ key: Int64) {
    guard !children.isEmpty else {
      let index = entries.entryIndex(for: key)
      if index < entries.count, entries[index].key == key { entries.remove(at: index) }
      return
    }
    let index = leastKeys.childIndex(for: key)
    if !isKnownUniquelyReferenced(&children[index]) { children[index] = children[index].copy }
    children[index].remove(key)
    let below = children[index]
    let least = (below.isLeaf ? KeyMap.leafCapacity : KeyMap.fanOut) / 3
    // A least key may stay too low after a removal: it still parts this child from the one before.
    if below.fill < least, children.count > 1 { refill(max(index, 1) - 1) }
  }

  /// Joins child `index` and the next, or shares their contents out evenly.
  private mutating func refill(_ index: Int) {
    let left = children[index]
    let right = children[index + 1]
    let fill = left.fill + right.fill
    let cut = fill / 2
    if left.isLeaf {
      let all = left.entries + right.entries
      if fill <= KeyMap.leafCapacity * 5 / 6 {
        replace(index, by: KeyMap.Node(entries: all))
      } else {
        replace(
          index, by: KeyMap.Node(entries: ContiguousArray(all[..<cut])),
          KeyMap.Node(entries: ContiguousArray(all[cut...])), all[cut].key)
      }
    } else {
      let all = left.children + right.children
      let keys = left.leastKeys + right.leastKeys
      if fill <= KeyMap.fanOut * 5 / 6 {
        replace(index, by: KeyMap.Node(children: all, leastKeys: keys))
      } else {
        replace(
          index,
          by: KeyMap.Node(
            children: ContiguousArray(all[..<cut]), leastKeys: ContiguousArray(keys[..<cut])),
          KeyMap.Node(
            children: ContiguousArray(all[cut...]), leastKeys: ContiguousArray(keys[cut...])),
          keys[cut])
      }
    }
  }

  private mutating func replace(_ index: Int, by joined: KeyMap.Node) {
    children[index] = joined
    children.remove(at: index + 1)
    leastKeys.remove(at: index + 1)
  }

  private mutating func replace(
    _ index: Int, by left: KeyMap.Node, _ right: KeyMap.Node, _ rightLeast: Int64
  ) {
    children[index] = left
    children[index + 1] = right
    leastKeys[index + 1] = rightLeast
  }
}
