/// What a live result is to those who need not know its kind.
package protocol AnyLiveResult: AnyObject, Sendable {
  /// Finds out what a commit will make of the result, before COMMIT; nil if that is for later.
  func prepare(_ changes: LiveChanges, commit: Int64) -> PreparedAdvance?
  /// Applies a commit, or takes what was prepared for it, if the result is still the one that this began with.
  ///
  /// On the writer's queue.
  func apply(
    _ changes: LiveChanges, commit: Int64?, prepared: PreparedAdvance?,
    in batch: inout DeliveryBatch)
  /// Fetches again whatever commit the result stands at, as numbers of commits come again.
  func restart()
  /// Ends all subscriptions.
  func finish(in batch: inout DeliveryBatch)
  /// Whether it fetches, or is about to.
  var isFetching: Bool { get }
}

extension AnyLiveResult {
  /// Applies a commit that was not prepared.
  func apply(_ changes: LiveChanges, commit: Int64?, in batch: inout DeliveryBatch) {
    apply(changes, commit: commit, prepared: nil, in: &batch)
  }
}

/// A live result as a commit will leave it.
///
/// Belongs to the writer's queue.
package final class PreparedAdvance {
  /// Which edition of the model it begins with.
  let base: Int
  /// The model after the commit.
  var model: any LiveModel
  /// What becomes of the result.
  let outcome: LiveOutcome
  /// What subscribers get, if they get anything.
  let value: (any LiveValue)?
  /// What they got before, kept here once it is taken, to be let go of later.
  var replaced: (any LiveValue)?

  init(from base: Int, _ model: any LiveModel, applying changes: LiveChanges) {
    var model = model
    self.base = base
    outcome = model.apply(changes)
    value = outcome == .changed ? model.value : nil
    self.model = model
  }
}
