import Foundation

/// A folder for one test.
final class Scratch: Sendable {
  let folder: URL

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("import-core-\(UUID().uuidString)", isDirectory: true)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  @discardableResult
  func file(_ name: String, _ text: String = "sound") throws -> URL {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
    return url
  }

  func link(_ name: String, to target: String) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
    return url
  }

  func names(in folder: String) -> [String] {
    let path = self.folder.appendingPathComponent(folder).path
    return (try? FileManager.default.contentsOfDirectory(atPath: path).sorted()) ?? []
  }
}
