import Foundation

extension URL {
  /// The file at a path, as the system takes it: a `~` at its front is part of a name, as shells have replaced others.
  package init(literalPath path: String) {
    self.init(filePath: path.hasPrefix("~") ? "./" + path : path)
  }
}
