import Dispatch
import Foundation

/// One attached renderer: what it has yet to draw, and the queue that it draws on.
///
/// Safe because the mailbox is only touched under `lock`, and `draw` only in turns of `queue`, which is serial.
final class RenderSlot<Surface: Dataflow.Surface>: @unchecked Sendable {
  typealias Draw = (Set<Surface.Area>, Surface) -> Void
  typealias Make = @Sendable () -> Draw

  let queue: any WorkflowQueue
  private let make: Make
  private let lock = NSLock()
  private var waiting: (areas: Set<Surface.Area>, surface: Surface)?
  private var isDetached = false
  private var draw: Draw?

  init(queue: any WorkflowQueue, make: @escaping Make) {
    self.queue = queue
    self.make = make
  }

  /// Draws in this turn; to be called on the slot's queue.
  func render(_ areas: Set<Surface.Area>, of surface: Surface) {
    guard !lock.withLock({ isDetached }) else { return }
    let draw = self.draw ?? make()
    self.draw = draw
    draw(areas, surface)
  }

  /// Draws in a later turn of the slot's queue, together with all that is posted until then; from any thread.
  func post(_ areas: Set<Surface.Area>, of surface: Surface) {
    let isFirst = lock.withLock {
      let isFirst = waiting == nil
      waiting = (areas.union(waiting?.areas ?? []), surface)
      return isFirst
    }
    guard isFirst else { return }
    queue.schedule { [self] in
      let due = lock.withLock {
        defer { waiting = nil }
        return waiting
      }
      if let due {
        render(due.areas, of: due.surface)
      }
    }
  }

  /// Ends drawing: once this was called on the slot's queue, nothing is drawn any more.
  func detach() {
    lock.withLock {
      isDetached = true
      waiting = nil
    }
  }
}
