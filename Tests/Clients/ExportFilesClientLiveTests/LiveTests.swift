import ExportFilesClient
import ExportFilesClientLive
import FileStorage
import Foundation
import Testing

final class LiveTests {
  private let client = ExportFilesClient.liveValue
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("export-files-\(UUID().uuidString)", isDirectory: true)

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    chmod(folder.path, 0o755)
    try? FileManager.default.removeItem(at: folder)
  }

  private func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  private func text(_ name: String) throws -> String {
    try String(contentsOf: url(name), encoding: .utf8)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() }
  }

  @Test("A file is written completely, replaces the old one, and leaves nothing else")
  func write() async throws {
    #expect(try await client.item(at: url("a.txt")) == .nothing)
    try await client.write(data: Data("long text".utf8), to: url("a.txt"))
    #expect(try await client.item(at: url("a.txt")) == .file)
    try await client.write(data: Data("new".utf8), to: url("a.txt"))
    #expect(try text("a.txt") == "new")
    #expect(try names == ["a.txt"])
  }

  @Test("Folders are neither created nor overwritten")
  func folders() async throws {
    #expect(try await client.item(at: folder) == .folder)
    #expect(try await client.item(at: url("gone/a.txt")) == .noFolder)
    await #expect(
      throws: FileStorageError(.noFolder, operation: .write, url: url("gone/a.txt"))
    ) {
      try await client.write(data: Data(), to: url("gone/a.txt"))
    }
    await #expect(throws: FileStorageError.self) {
      try await client.write(data: Data(), to: folder)
    }
    try Data().write(to: url("file"))
    #expect(try await client.item(at: url("file/a.txt")) == .noFolder)
    #expect(try names == ["file"])
  }

  @Test("A link stays, and its target is written, existing or not")
  func links() async throws {
    try Data("old".utf8).write(to: url("target"))
    #expect(symlink("target", url("link").path) == 0)
    #expect(symlink("later", url("dangling").path) == 0)
    #expect(try await client.item(at: url("link")) == .file)
    #expect(try await client.item(at: url("dangling")) == .nothing)
    try await client.write(data: Data("new".utf8), to: url("link"))
    try await client.write(data: Data("late".utf8), to: url("dangling"))
    #expect(try text("target") == "new")
    #expect(try text("later") == "late")
    #expect(try names == ["dangling", "later", "link", "target"])
  }

  @Test("A pipe receives the bytes and stays a pipe")
  func pipe() async throws {
    let path = url("pipe").path
    #expect(mkfifo(path, 0o600) == 0)
    let reader = open(path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    #expect(try await client.item(at: url("pipe")) == .stream)
    try await client.write(data: Data("through".utf8), to: url("pipe"))
    var bytes = [UInt8](repeating: 0, count: 64)
    let count = read(reader, &bytes, bytes.count)
    #expect(String(decoding: bytes.prefix(max(0, count)), as: UTF8.self) == "through")
    #expect(try await client.item(at: url("pipe")) == .stream)
  }

  @Test("A full device is reported")
  func fullDevice() async throws {
    let full = URL(fileURLWithPath: "/dev/full")
    await #expect(throws: FileStorageError(.noSpace, operation: .write, url: full)) {
      try await client.write(data: Data("x".utf8), to: full)
    }
  }

  @Test(
    "A folder without permission is reported",
    .enabled(if: geteuid() != 0, "nothing is forbidden to root"))
  func readOnly() async throws {
    #expect(chmod(folder.path, 0o555) == 0)
    await #expect(
      throws: FileStorageError(.permission, operation: .write, url: url("a.txt"))
    ) {
      try await client.write(data: Data(), to: url("a.txt"))
    }
  }

  @Test("A name that is too long is reported")
  func longName() async throws {
    let long = url(String(repeating: "n", count: 300))
    await #expect(throws: FileStorageError(.nameTooLong, operation: .write, url: long)) {
      try await client.write(data: Data(), to: long)
    }
  }

  @Test("An export folder must exist")
  func startingFolder() async throws {
    #expect(try await client.item(at: client.startingFolder()) == .folder)
    #expect(client.homeFolder() == XDGFolders().home)
  }
}
