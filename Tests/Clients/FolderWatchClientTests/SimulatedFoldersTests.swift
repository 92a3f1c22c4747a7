import FolderWatchClient
import Foundation
import Testing

struct SimulatedFoldersTests {
  private let inbox = URL(fileURLWithPath: "/inbox", isDirectory: true)
  private func url(_ name: String) -> URL { inbox.appendingPathComponent(name) }

  @Test("Files are reported in matching, existing folders")
  func look() async throws {
    let folders = SimulatedFolders([inbox])
    let client = FolderWatchClient.simulated(folders)
    for name in ["b.wav", "a.wav", "sub/c.wav", "skipped/d.wav", "e.txt"] { folders.put(url(name)) }
    let look = try await client.files(below: inbox) { path, isFolder in
      isFolder ? !path.hasSuffix("skipped") : path.hasSuffix(".wav")
    }
    #expect(look.files.map(\.url.lastPathComponent) == ["a.wav", "b.wav", "c.wav"])
    #expect(await client.file(at: url("a.wav")) == look.files.first)
    folders.remove(url("a.wav"))
    #expect(await client.file(at: url("a.wav")) == nil)
    await client.change()
  }

  @Test("A removed folder returns with its files")
  func mount() async throws {
    let folders = SimulatedFolders([inbox])
    let client = FolderWatchClient.simulated(folders)
    folders.put(url("a.wav"), isOpen: true)
    #expect(await client.isBeingWritten(file: url("a.wav")))
    folders.unmount(inbox)
    await #expect(throws: FolderWatchError.missing(path: "/inbox")) {
      try await client.files(below: inbox) { _, _ in true }
    }
    folders.mount(inbox)
    #expect(try await client.files(below: inbox) { _, _ in true }.files.count == 1)
    #expect(folders.scanCount == 2)
  }

  @Test("The preview has no folder")
  func preview() async throws {
    await #expect(throws: FolderWatchError.missing(path: "/inbox")) {
      try await FolderWatchClient.previewValue.files(below: inbox) { _, _ in true }
    }
  }
}
