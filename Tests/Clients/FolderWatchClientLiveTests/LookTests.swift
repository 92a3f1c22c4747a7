import FolderWatchClient
import FolderWatchClientLive
import Foundation
import Testing

final class LookTests {
  private let client = FolderWatchClient.liveValue
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("folder-watch-\(UUID().uuidString)", isDirectory: true)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: folder)
  }

  private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  private func write(_ name: String, _ text: String = "sound") throws {
    try FileManager.default.createDirectory(
      at: url(name).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url(name))
  }

  private func names() async throws -> [String] {
    try await client.files(below: folder) { _, _ in true }.files
      .map { String($0.url.path.dropFirst(self.folder.path.count + 1)) }
  }

  @Test("Files are seen in all folders below, with their size and time, and links to files are")
  func look() async throws {
    try write("b.wav")
    try write("sub/deep/a.wav", "12")
    try FileManager.default.createSymbolicLink(
      atPath: url("link.wav").path, withDestinationPath: "b.wav")
    try FileManager.default.createSymbolicLink(
      atPath: url("loop").path, withDestinationPath: folder.path)
    try FileManager.default.createSymbolicLink(
      atPath: url("nowhere.wav").path, withDestinationPath: "gone.wav")
    #expect(try await names() == ["b.wav", "link.wav", "sub/deep/a.wav"])
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 5)], ofItemAtPath: url("b.wav").path)
    #expect(
      await client.file(at: url("b.wav"))
        == WatchedFile(url: url("b.wav"), byteCount: 5, modifiedAt: 5_000_000_000))
    #expect(await client.file(at: url("gone.wav")) == nil)
    #expect(await client.file(at: folder) == nil)
  }

  @Test("Excluded folders are not watched")
  func wanted() async throws {
    try write("a.wav")
    try write("sub/b.wav")
    try write("c.txt")
    let folder = folder.path
    let look = try await client.files(below: self.folder) { path, isFolder in
      #expect(path.hasPrefix("\(folder)/"))
      return !isFolder && path.hasSuffix(".wav")
    }
    #expect(look.files.map(\.url.lastPathComponent) == ["a.wav"])
  }

  @Test("A missing folder, or a file in its place, is an error")
  func problems() async throws {
    try write("a.wav")
    await #expect(throws: FolderWatchError.notFolder(path: url("a.wav").path)) {
      try await client.files(below: url("a.wav")) { _, _ in true }
    }
    await #expect(throws: FolderWatchError.missing(path: url("gone").path)) {
      try await client.files(below: url("gone")) { _, _ in true }
    }
  }

  @Test("Names that are not UTF-8 are reported")
  func foreignNames() async throws {
    let name: [CChar] = folder.path.utf8CString.dropLast() + [0x2f, -1, 0x2e, 0x77, 0]
    fclose(fopen(name, "w"))
    let look = try await client.files(below: folder) { path, _ in path.hasSuffix(".w") }
    let file = try #require(look.files.first)
    #expect(await client.file(at: file.url) == file)
  }

  @Test("A file counts as being written while it is open for writing", .timeLimit(.minutes(10)))
  func writers() async throws {
    // A program that another test starts just now has whatever is open, until it begins.
    func waitUntilClosed() async {
      while await client.isBeingWritten(file: url("a.wav")) { await Task.yield() }
    }
    try write("a.wav")
    await waitUntilClosed()
    let writer = try FileHandle(forWritingTo: url("a.wav"))
    #expect(await client.isBeingWritten(file: url("a.wav")))
    try writer.close()
    await waitUntilClosed()
    let reader = try FileHandle(forReadingFrom: url("a.wav"))
    #expect(await !client.isBeingWritten(file: url("a.wav")))
    try reader.close()
    #expect(await !client.isBeingWritten(file: url("gone.wav")))
  }

  @Test("Changes in a watched folder and in new subfolders are reported")
  func change() async throws {
    #expect(try await names() == [])
    try write("a.wav")
    await client.change()
    #expect(try await names() == ["a.wav"])
    try FileManager.default.createDirectory(at: url("new"), withIntermediateDirectories: false)
    await client.change()
    #expect(try await names() == ["a.wav"])
    try FileManager.default.moveItem(at: url("a.wav"), to: url("new/b.wav"))
    await client.change()
    #expect(try await names() == ["new/b.wav"])
  }
}
