import Foundation

/// A folder of a test's own, removed with all in it when the test's suite value goes.
final class TestFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory
      .appending(path: "AudioFileClientLiveTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit { try? FileManager.default.removeItem(at: url) }

  /// Writes a file.
  func file(_ name: String, _ bytes: [UInt8]) throws -> URL {
    let file = url.appending(path: name)
    try Data(bytes).write(to: file)
    return file
  }

  /// The names in the folder, hidden ones too.
  var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: url.path).sorted() }
  }
}
