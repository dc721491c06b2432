/// What has updates to deliver.
package protocol Deliverable: AnyObject, Sendable {
  /// The last commit of the first update that waits; nil if none does.
  var firstCommit: Int64? { get }
  /// The first commit that its subscriber has not seen; nil if nothing waits.
  var firstUnseenCommit: Int64? { get }
  /// The last commit of the first update, where its subscriber gets it by itself; nil where later ones go over it.
  var nextStop: Int64? { get }
  /// Delivers what waits up to a commit; true if more waits then.
  func deliver(upTo commit: Int64) -> Bool
  /// Delivers an update that did not wait here, after what waits from before its commits.
  func deliver(_ update: PendingUpdate)
}

/// What leaves changes to its subscribers' outlet while that is busy.
package protocol Lagging: AnyObject, Sendable {
  /// The last commit of the next update that what waits makes; nil if nothing waits.
  var nextStop: Int64? { get }
  /// Applies what waits up to a commit, and hands outlets what comes of it.
  ///
  /// - Returns: The commits of the first update that waits then, which can only be applied as a whole; nil if none does,
  ///   and the outlet is told of the next one.
  func catchUp(upTo commit: Int64) -> ClosedRange<Int64>?
}

/// What a commit brings to the subscribers of an outlet.
package struct Delivery: Sendable {
  /// Values of the commit on their way to mailboxes that they need not wait in.
  var values: [(mailbox: any Deliverable, value: any LiveValue)] = []
  /// Mailboxes that have updates and had none.
  var mailboxes: [any Deliverable] = []
  /// Results whose changes from the commit on wait for the outlet to catch up with them.
  var lagging: [any Lagging] = []

  /// How many mailboxes get something.
  var count: Int { values.count + mailboxes.count }
}

/// The way to a subscriber: a queue, or a task that waits.
package protocol Outlet: AnyObject, Sendable {
  /// Takes what a commit brings.
  func enqueue(_ delivery: Delivery, commit: Int64)
  /// Tells that what it is given of a commit from now on comes in parts; nil that it has got all of it.
  func hold(_ commit: Int64?)
  /// Lets go of a value after what is being delivered, as that takes longer than keeping it.
  func release(_ value: any LiveValue)
  /// Whether it has nothing to do, so that what it is given gets to its subscribers at once.
  var isIdle: Bool { get }
}

extension Outlet {
  /// Nothing: one subscriber has one mailbox.
  package func hold(_ commit: Int64?) {}
  /// Lets go of a value now.
  package func release(_ value: any LiveValue) {}
}

/// The mailboxes that one commit has filled; flushed together, so that a queue gets one block for it.
package struct DeliveryBatch: Sendable {
  private struct Part {
    let outlet: any Outlet
    var delivery = Delivery()
    /// Whether the outlet has got mailboxes of the commit, and gets more.
    var isHeld = false
  }

  /// How many mailboxes an outlet gets while the writer goes on to fill others.
  static let partCount = 64

  private var parts: [Part] = []
  /// The place of each outlet's part, but that of the newest.
  private var places: [ObjectIdentifier: Int] = [:]
  private var newest = -1

  /// The commit of values and of what lags.
  private var commit: Int64 = 0

  /// Makes a batch without mailboxes.
  package init() {}

  /// Adds a mailbox that was empty.
  package mutating func add(_ mailbox: any Deliverable, to outlet: any Outlet) {
    select(outlet)
    parts[newest].delivery.mailboxes.append(mailbox)
  }

  /// Adds a value of a commit for a mailbox that it need not wait in.
  mutating func add(
    _ value: any LiveValue, commit: Int64, for mailbox: any Deliverable, to outlet: any Outlet
  ) {
    select(outlet)
    parts[newest].delivery.values.append((mailbox, value))
    self.commit = max(self.commit, commit)
  }

  /// Adds a result whose changes from a commit on wait for an outlet.
  mutating func add(_ lagging: any Lagging, commit: Int64, to outlet: any Outlet) {
    select(outlet)
    parts[newest].delivery.lagging.append(lagging)
    self.commit = max(self.commit, commit)
  }

  /// Hands the outlet that has got a mailbox last those of a commit that are filled so far, if that are many.
  ///
  /// So a queue begins to deliver a commit that concerns hundreds while the writer still fills mailboxes. More has to
  /// follow without a wait, and then `flush`.
  mutating func flushPart(of commit: Int64) {
    guard newest >= 0, parts[newest].delivery.count >= Self.partCount else { return }
    let part = parts[newest]
    parts[newest] = Part(outlet: part.outlet, isHeld: true)
    if !part.isHeld { part.outlet.hold(commit) }
    part.outlet.enqueue(part.delivery, commit: commit)
  }

  private mutating func select(_ outlet: any Outlet) {
    // Nearly always the same outlet as before.
    if newest < 0 || parts[newest].outlet !== outlet {
      if newest >= 0 { places[ObjectIdentifier(parts[newest].outlet)] = newest }
      newest = places[ObjectIdentifier(outlet)] ?? parts.count
      if newest == parts.count { parts.append(Part(outlet: outlet)) }
    }
  }

  /// Hands each outlet its mailboxes and what lags.
  package func flush() {
    for part in parts {
      part.outlet.enqueue(part.delivery, commit: commit)
      if part.isHeld { part.outlet.hold(nil) }
    }
  }
}
