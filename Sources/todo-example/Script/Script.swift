import Dataflow
import Foundation
import WorkspaceStore

/// Runs commands from a file or a pipe, one at a time, and prints a frame after each.
///
/// It steps the workflow's queue itself, so the same script on the same store prints the same.
struct Script {
  let name: String
  let workspace: Workspace

  /// Runs all lines until `quit`.
  ///
  /// - Returns: Whether every command was carried out.
  /// - Throws: ``ScriptError`` at the first line that is no command.
  func run(_ nextLine: () -> String?) throws -> Bool {
    let queue = ManualQueue()
    let screen = PageScreen()
    let target = RenderTarget(running: TodoWorkflow(workspace: workspace), on: queue)
    let attachment = target.attach { TodoRenderer(screen: screen) }
    defer { attachment.cancel() }
    guard queue.settle() else {
      throw ScriptError(place: name, message: "the store does not answer")
    }
    print(screen.takeFrame().text, terminator: "")

    var isAllDone = true
    var number = 0
    while let line = nextLine() {
      number += 1
      let command: Command
      do {
        command = try Command(line)
      } catch {
        throw ScriptError(place: "\(name):\(number)", message: "\(error)")
      }
      switch command {
      case .nothing: continue
      case .quit: return isAllDone
      case .help: print(Command.summary)
      case .intent(let intent):
        print("> \(line)")
        target.perform(intent)
        guard queue.settle() else {
          throw ScriptError(place: "\(name):\(number)", message: "the store does not answer")
        }
        let frame = screen.takeFrame()
        print(frame.text, terminator: "")
        if !frame.notice.isEmpty {
          print("! \(frame.notice)")
          isAllDone = false
        }
      }
    }
    return isAllDone
  }
}

/// Why a script ended early.
struct ScriptError: Error, CustomStringConvertible {
  let place: String
  let message: String

  var description: String { "\(place): \(message)" }
}
