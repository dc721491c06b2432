extension KeyMap {
  /// Gives `key` the number `value`, and a second one.
  ///
  /// - Complexity: O(log *n*).
  mutating func set(_ key: Int64, to value: UInt32, hint: UInt32 = 0) {
    let isShared = !isKnownUniquelyReferenced(&root)
    if isShared { root = root.copy }
    let entry = Entry(key: key, value: value, hint: hint)
    guard let right = root.set(entry, isCopy: isShared) else { return }
    root = Node(children: [Child(root), Child(right)])
  }

  /// Forgets `key`, if it is there.
  ///
  /// - Complexity: O(log *n*).
  mutating func remove(_ key: Int64) {
    if !isKnownUniquelyReferenced(&root) { root = root.copy }
    root.remove(key)
    while root.children.count == 1 { root = root.children[0].node }
  }
}

extension KeyMap.Node {
  /// Sets an entry below this node, which is not shared.
  ///
  /// - Parameters:
  ///   - entry: The entry.
  ///   - isCopy: Whether the node's contents are another node's as well.
  /// - Returns: The node's right half, if it was split.
  fileprivate func set(_ entry: KeyMap.Entry, isCopy: Bool) -> KeyMap.Node? {
    var contents = take()
    defer { put(contents) }
    return contents.children.isEmpty
      ? contents.setHere(entry, isCopy: isCopy) : contents.setBelow(entry)
  }

  /// Removes an entry below this node, which is not shared.
  fileprivate func remove(_ key: Int64) {
    var contents = take()
    defer { put(contents) }
    contents.remove(key)
  }
}

extension KeyMap.Contents {
  fileprivate mutating func setBelow(_ entry: KeyMap.Entry) -> KeyMap.Node? {
    let index = children.childIndex(for: entry.key)
    let isShared = !isKnownUniquelyReferenced(&children[index].node)
    if isShared { children[index].node = children[index].node.copy }
    let right = children[index].node.set(entry, isCopy: isShared)
    if entry.key < children[index].leastKey { children[index].leastKey = entry.key }
    guard let right else { return nil }
    children.insert(KeyMap.Child(right), at: index + 1)
    guard children.count > KeyMap.fanOut else { return nil }
    let cut = children.count / 2
    let half = KeyMap.Node(children: ContiguousArray(children[cut...]))
    children.removeSubrange(cut...)
    return half
  }

  fileprivate mutating func setHere(_ entry: KeyMap.Entry, isCopy: Bool) -> KeyMap.Node? {
    let index = entries.entryIndex(for: entry.key)
    if index < entries.count, entries[index].key == entry.key {
      entries[index] = entry
      return nil
    }
    if isCopy {
      // An insert into what is shared would make room for twice as many.
      var own = ContiguousArray<KeyMap.Entry>()
      own.reserveCapacity(entries.count + 1)
      own.append(contentsOf: entries[..<index])
      own.append(entry)
      own.append(contentsOf: entries[index...])
      entries = own
    } else {
      entries.insert(entry, at: index)
    }
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
    let index = children.childIndex(for: key)
    if !isKnownUniquelyReferenced(&children[index].node) {
      children[index].node = children[index].node.copy
    }
    children[index].node.remove(key)
    let below = children[index].node
    let least = (below.isLeaf ? KeyMap.leafCapacity : KeyMap.fanOut) / 3
    // A least key may stay too low after a removal: it still parts this child from the one before.
    if below.fill < least, children.count > 1 { refill(max(index, 1) - 1) }
  }

  /// Joins child `index` and the next, or shares their contents out evenly.
  private mutating func refill(_ index: Int) {
    let left = children[index].node
    let right = children[index + 1].node
    let fill = left.fill + right.fill
    let cut = fill / 2
    if left.isLeaf {
      let all = left.entries + right.entries
      if fill <= KeyMap.leafCapacity * 5 / 6 {
        replace(index, by: KeyMap.Node(entries: all))
      } else {
        replace(
          index, by: KeyMap.Node(entries: ContiguousArray(all[..<cut])),
          KeyMap.Node(entries: ContiguousArray(all[cut...])))
      }
    } else {
      let all = left.children + right.children
      if fill <= KeyMap.fanOut * 5 / 6 {
        replace(index, by: KeyMap.Node(children: all))
      } else {
        replace(
          index, by: KeyMap.Node(children: ContiguousArray(all[..<cut])),
          KeyMap.Node(children: ContiguousArray(all[cut...])))
      }
    }
  }

  private mutating func replace(_ index: Int, by joined: KeyMap.Node) {
    children[index].node = joined
    children.remove(at: index + 1)
  }

  private mutating func replace(_ index: Int, by left: KeyMap.Node, _ right: KeyMap.Node) {
    children[index].node = left
    children[index + 1] = KeyMap.Child(right)
  }
}
