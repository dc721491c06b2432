extension TreeDiff {
  /// Nodes that may have rows in common, as ranges of a level's old and new nodes.
  struct Group {
    var old: Range<Int>
    var new: Range<Int>

    var isOneToOne: Bool { old.count == 1 && new.count == 1 }
  }

  /// The nodes of one level that the trees do not share, in order, and how they are grouped.
  struct Level {
    var old = ContiguousArray<Place<Row>>()
    var new = ContiguousArray<Place<Row>>()
    var groups = ContiguousArray<Group>()
  }

  /// Compares what is below `old` with what is below `new`, each of one height.
  mutating func compareLevels(
    pair: Int32, _ old: ContiguousArray<Place<Row>>, _ new: ContiguousArray<Place<Row>>
  ) {
    var oldHeight = old.first.map(\.node.height) ?? 0
    var newHeight = new.first.map(\.node.height) ?? 0
    let all = Group(old: 0..<old.count, new: 0..<new.count)
    var level = Level(old: old, new: new, groups: [all])
    if oldHeight == newHeight { level = match(level, pair: pair) }
    while oldHeight > 0 || newHeight > 0 {
      // The taller side alone, until both are of one height.
      let isOld = oldHeight >= newHeight
      let isNew = newHeight >= oldHeight
      level = open(level, old: isOld, new: isNew, pair: pair)
      oldHeight -= isOld ? 1 : 0
      newHeight -= isNew ? 1 : 0
      if oldHeight == newHeight { level = match(level, pair: pair) }
    }
    for group in level.groups { compareRows(level, group, pair: pair) }
  }

  /// Puts children in place of nodes; those that one-to-one nodes share at their ends become runs.
  private mutating func open(
    _ level: Level, old isOld: Bool, new isNew: Bool, pair: Int32
  ) -> Level {
    var below = Level()
    for group in level.groups {
      let oldStart = below.old.count
      let newStart = below.new.count
      if isRelated, isOld, isNew, group.isOneToOne {
        let old = level.old[group.old.lowerBound]
        let new = level.new[group.new.lowerBound]
        let ends = trim(old, new, pair: pair)
        if let run = ends.front { runs.join(run) }
        if let run = ends.back { runs.join(run) }
        old.appendChildren(ends.old, to: &below.old)
        new.appendChildren(ends.new, to: &below.new)
      } else {
        for place in level.old[group.old] {
          if isOld {
            place.appendChildren(0..<place.node.children.count, to: &below.old)
          } else {
            below.old.append(place)
          }
        }
        for place in level.new[group.new] {
          if isNew {
            place.appendChildren(0..<place.node.children.count, to: &below.new)
          } else {
            below.new.append(place)
          }
        }
      }
      below.groups.append(
        Group(old: oldStart..<below.old.count, new: newStart..<below.new.count))
    }
    return below
  }

  /// Pairs the nodes of each group by number, walking as over rows, and makes new groups of what
  /// the trees do not share.
  private mutating func match(_ level: Level, pair: Int32) -> Level {
    guard isRelated, !level.groups.allSatisfy(\.isOneToOne) else { return level }
    var steps = ContiguousArray<Step>()
    for group in level.groups {
      var found = Walk()
      walk(
        old: group.old, new: group.new, into: &found,
        isMatch: { level.old[$0].number == level.new[$1].number }, isSame: { _, _ in true },
        oldHash: { mix(UInt64(level.old[$0].number)) },
        newHash: { mix(UInt64(level.new[$0].number)) })
      steps.appendSteps(of: found, over: group)
    }
    takeOutMovedNodes(&steps, level, pair: pair)
    return regroup(level, steps, pair: pair)
  }

  /// Nodes without a partner where they were expected, but the same in both trees, are subtrees that
  /// moved: they are floats, and nobody looks into them.
  private mutating func takeOutMovedNodes(
    _ steps: inout ContiguousArray<Step>, _ level: Level, pair: Int32
  ) {
    var gone: [UInt32: Int] = [:]
    for (index, step) in steps.enumerated() where step.isOldAlone {
      gone[level.old[step.old].number] = index
    }
    guard !gone.isEmpty else { return }
    for (index, step) in steps.enumerated() where step.isNewAlone {
      let new = level.new[step.new]
      guard let other = gone[new.number], level.old[steps[other].old].tag == new.tag else {
        continue
      }
      let old = level.old[steps[other].old]
      floats.append(Run(pair: pair, old: old.start, new: new.start, count: old.count))
      steps[other] = .taken
      steps[index] = .taken
    }
  }

  /// Makes groups: two states of one node are one; nodes that found no partner join the group before
  /// them, if nothing shared lies between, or form one.
  private mutating func regroup(
    _ level: Level, _ steps: ContiguousArray<Step>, pair: Int32
  ) -> Level {
    var next = Level()
    var canJoin = false
    for step in steps {
      if step == .taken { continue }
      if step == .boundary {
        canJoin = false
        continue
      }
      if !step.isOldAlone, !step.isNewAlone {
        let old = level.old[step.old]
        let new = level.new[step.new]
        if old.tag == new.tag {
          runs.join(Run(pair: pair, old: old.start, new: new.start, count: old.count))
          canJoin = false
          continue
        }
        canJoin = false
      }
      if !canJoin {
        next.groups.append(
          Group(old: next.old.count..<next.old.count, new: next.new.count..<next.new.count))
      }
      canJoin = true
      if step.old >= 0 { next.old.append(level.old[step.old]) }
      if step.new >= 0 { next.new.append(level.new[step.new]) }
      let last = next.groups.count - 1
      next.groups[last].old = next.groups[last].old.lowerBound..<next.old.count
      next.groups[last].new = next.groups[last].new.lowerBound..<next.new.count
    }
    return next
  }
}

/// What a walk over nodes found, node by node: partners, or a node of one side alone.
private struct Step: Equatable {
  /// Index among the level's old nodes, or −1.
  let old: Int
  /// Index among the level's new nodes, or −1.
  let new: Int

  /// The end of a group.
  static var boundary: Step { Step(old: -1, new: -1) }
  /// A node that is dealt with.
  static var taken: Step { Step(old: -2, new: -2) }

  var isOldAlone: Bool { old >= 0 && new == -1 }
  var isNewAlone: Bool { new >= 0 && old == -1 }
}

extension ContiguousArray<Step> {
  /// Adds the runs of `found`, and what lies between them, as steps.
  fileprivate mutating func appendSteps<Row>(
    of found: Walk, over group: TreeDiff<Row>.Group
  ) {
    var old = group.old.lowerBound
    var new = group.new.lowerBound
    for run in found.runs {
      appendAlone(old: old..<Int(run.old), new: new..<Int(run.new))
      for offset in 0..<Int(run.count) {
        append(Step(old: Int(run.old) + offset, new: Int(run.new) + offset))
      }
      old = Int(run.old + run.count)
      new = Int(run.new + run.count)
    }
    appendAlone(old: old..<group.old.upperBound, new: new..<group.new.upperBound)
    append(.boundary)
  }

  private mutating func appendAlone(old: Range<Int>, new: Range<Int>) {
    for index in old { append(Step(old: index, new: -1)) }
    for index in new { append(Step(old: -1, new: index)) }
  }
}
