import Dataflow
import Dispatch
import Foundation
import WorkspaceStore

/// Reads commands from a person, in a window that is redrawn in place, whoever changes the store.
struct Prompt {
  let workspace: Workspace

  /// Runs until `quit`, or the end of input.
  func run() {
    let queue = DispatchQueue(label: "todo-example")
    let screen = WindowScreen()
    let target = RenderTarget(running: TodoWorkflow(workspace: workspace), on: queue)
    let attachment = target.attach { TodoRenderer(screen: screen) }
    let resizes = DispatchSource.makeSignalSource(signal: SIGWINCH, queue: queue)
    resizes.setEventHandler { screen.resize() }
    resizes.resume()
    defer {
      resizes.cancel()
      // What was asked for last is on its way to the workspace, which waits for it when it is shut down.
      queue.sync {}
      attachment.cancel()
      screen.close()
    }
    screen.prompt(message: "help shows the commands")
    while let line = readLine() {
      do {
        switch try Command(line) {
        case .nothing: screen.prompt()
        case .quit: return
        case .help:
          screen.prompt(message: Command.forms.map(\.form).joined(separator: " | "))
        case .intent(let intent):
          target.perform(intent)
          screen.prompt()
        }
      } catch {
        screen.prompt(message: "\(error)")
      }
    }
  }
}
