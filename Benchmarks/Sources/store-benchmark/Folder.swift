import Foundation

/// A folder for the files of one run.
final class Folder {
  private let url: URL
  private var count = 0

  /// Makes an empty folder.
  init() throws {
    url = FileManager.default.temporaryDirectory.appending(path: "store-benchmark-\(UUID())")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? remove()
  }

  /// Removes the folder and all that is in it.
  func remove() throws {
    try FileManager.default.removeItem(at: url)
  }

  /// A path at which there is no file; what the one before named is removed.
  func fresh() throws -> String {
    try remove()
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    count += 1
    return url.appending(path: "\(count).db").path
  }
}
