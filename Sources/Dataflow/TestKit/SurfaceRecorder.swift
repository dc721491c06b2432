import Foundation

/// A renderer that remembers every frame, for tests.
///
/// Safe because its frames are only touched under `lock`.
public final class SurfaceRecorder<Surface: Dataflow.Surface>: Renderer, @unchecked Sendable {
  /// What one call of ``Renderer/render(_:of:)`` was given.
  public typealias Frame = (areas: Set<Surface.Area>, surface: Surface)

  private let lock = NSLock()
  private var recorded: [Frame] = []

  /// Makes a recorder without frames.
  public init() {}

  /// All frames so far, oldest first.
  public var frames: [Frame] {
    lock.withLock { recorded }
  }

  /// Remembers a frame.
  public func render(_ areas: Set<Surface.Area>, of surface: Surface) {
    lock.withLock { recorded.append((areas, surface)) }
  }
}
