/// What has updates to deliver.
package protocol Deliverable: AnyObject, Sendable {
  /// The last commit of the first update that waits; nil if none does.
  var firstCommit: Int64? { get }
  /// The first commit that its subscriber has not seen; nil if nothing waits.
  var firstUnseenCommit: Int64? { get }
  /// Delivers what waits up to a commit; true if more waits then.
  func deliver(upTo commit: Int64) -> Bool
}

/// The way to a subscriber: a queue, or a task that waits.
package protocol Outlet: AnyObject, Sendable {
  /// Tells that mailboxes, which the outlet did not have, have updates.
  func enqueue(_ mailboxes: [any Deliverable])
}

/// The mailboxes that one commit has filled; flushed together, so that a queue gets one block for it.
package struct DeliveryBatch: Sendable {
  private var mailboxes: [ObjectIdentifier: (outlet: any Outlet, mailboxes: [any Deliverable])] =
    [:]

  /// Adds a mailbox that was empty.
  package mutating func add(_ mailbox: any Deliverable, to outlet: any Outlet) {
    mailboxes[ObjectIdentifier(outlet), default: (outlet, [])].mailboxes.append(mailbox)
  }

  /// Hands each outlet its mailboxes.
  package func flush() {
    for (outlet, mailboxes) in mailboxes.values { outlet.enqueue(mailboxes) }
  }
}
