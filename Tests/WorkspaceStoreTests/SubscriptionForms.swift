import Dispatch
import Testing

@testable import WorkspaceStore

/// Whatever can be subscribed to, for tests that hold for all of it.
///
/// Each is a subscription, with each commit by itself, to something that `touch` changes.
struct SubscriptionForm: Sendable, CustomTestStringConvertible {
  /// What an update of any form tells.
  struct Told: Sendable {
    let commits: ClosedRange<Int64>
    let isInitial: Bool
    let error: WorkspaceError?
  }

  let testDescription: String
  /// Whether it can be read only together with the rows of the type.
  var readsRows = true
  let subscribe:
    @Sendable (Workspace, DispatchQueue, @escaping @Sendable (Told) -> Void) -> Subscription

  static let all: [SubscriptionForm] = [
    SubscriptionForm(testDescription: "query") { workspace, queue, handler in
      workspace.subscribe(to: Watched.all, on: queue, policy: .everyCommit) {
        handler(Told(commits: $0.commits, isInitial: $0.isInitial, error: $0.error))
      }
    },
    SubscriptionForm(testDescription: "window") { workspace, queue, handler in
      let window = Watched.order { $0.rank.descending }.limit(3)
      return workspace.subscribe(to: window, on: queue, policy: .everyCommit) {
        handler(Told(commits: $0.commits, isInitial: $0.isInitial, error: $0.error))
      }
    },
    SubscriptionForm(testDescription: "sections") { workspace, queue, handler in
      let sections = Watched.all.sectioned(by: \.group)
      return workspace.subscribe(to: sections, on: queue, policy: .everyCommit) {
        handler(Told(commits: $0.commits, isInitial: $0.isInitial, error: $0.error))
      }
    },
    SubscriptionForm(testDescription: "object") { workspace, queue, handler in
      workspace.subscribe(toObject: Watched.self, key: 1, on: queue, policy: .everyCommit) {
        handler(Told(commits: $0.commits, isInitial: $0.isInitial, error: $0.error))
      }
    },
    SubscriptionForm(testDescription: "count") { workspace, queue, handler in
      workspace.subscribe(toCountOf: Watched.all, on: queue, policy: .everyCommit) {
        handler(Told(commits: $0.commits, isInitial: $0.isInitial, error: $0.error))
      }
    },
    SubscriptionForm(testDescription: "sum") { workspace, queue, handler in
      workspace.subscribe(to: Watched.all.sum(\.score), on: queue, policy: .everyCommit) {
        handler(Told(commits: $0.commits, isInitial: $0.isInitial, error: $0.error))
      }
    },
    SubscriptionForm(testDescription: "greatest") { workspace, queue, handler in
      workspace.subscribe(to: Watched.all.max(\.rank), on: queue, policy: .everyCommit) {
        handler(Told(commits: $0.commits, isInitial: $0.isInitial, error: $0.error))
      }
    },
    SubscriptionForm(testDescription: "type", readsRows: false) { workspace, queue, handler in
      workspace.subscribe(toChangesOf: Watched.self, on: queue, policy: .everyCommit) {
        handler(Told(commits: $0.commits, isInitial: $0.isInitial, error: $0.error))
      }
    },
    SubscriptionForm(testDescription: "key", readsRows: false) { workspace, queue, handler in
      workspace.dictionary.subscribe(to: "k", as: Int64.self, on: queue, policy: .everyCommit) {
        handler(Told(commits: $0.commits, isInitial: $0.isInitial, error: $0.error))
      }
    },
    SubscriptionForm(testDescription: "namespace", readsRows: false) { workspace, queue, handler in
      workspace.dictionary.subscribe(on: queue, policy: .everyCommit) {
        handler(Told(commits: $0.commits, isInitial: $0.isInitial, error: $0.error))
      }
    },
  ]

  /// Changes what each form is subscribed to, in one commit; each time with another number, which rises.
  static func touch(_ workspace: Workspace, _ number: Int64) throws {
    try workspace.performChanges { changes in
      let rank = Int32(number)
      _ = try changes.upsert(Watched(id: 1, group: "g", rank: rank, score: Double(number)))
      _ = try changes.upsert(Watched(id: 100 + number, group: "h", rank: rank + 1))
      try changes.dictionary.set(number, for: "k")
    }
  }
}
