import AudioFileClient
import Foundation
import Glibc
import POSIX
import SharedModels
import Testing

@testable import AudioFileClientLive

@Suite struct StoringTests {
  let client = AudioFileClient.live()
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func contents(_ url: URL) throws -> [UInt8] { [UInt8](try Data(contentsOf: url)) }

  @Test(
    "the checksum is SHA-256",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ])
  func checksum(text: String, sha256: String) async throws {
    let file = try folder.file("a", Array(text.utf8))
    let stored = StoredAudio(byteCount: Int64(text.utf8.count), sha256: sha256)
    #expect(try await client.checksum(of: file) == stored)
  }

  @Test("a copy has the source's bytes and checksum, and the source is unchanged")
  func copy() async throws {
    let bytes = (0..<1_000_003).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let source = try folder.file("a", bytes)
    let copy = folder.url.appending(path: "b")
    let stored = try await client.copyIn(from: source, to: copy)
    #expect(stored.byteCount == 1_000_003)
    #expect(stored == (try await client.checksum(of: copy)))
    #expect(try contents(copy) == bytes)
    #expect(try contents(source) == bytes)
    #expect(try folder.names == ["a", "b"])
  }

  @Test("an existing file is not replaced")
  func existing() async throws {
    let source = try folder.file("a", [1])
    let there = try folder.file("b", [2])
    await #expect(throws: AudioFileError.destinationExists(path: there.path)) {
      try await client.copyIn(from: source, to: there)
    }
    #expect(try contents(there) == [2])
    #expect(try folder.names == ["a", "b"])
  }

  @Test("a copy out of the library replaces a file only on request")
  func copyOut() async throws {
    let source = try folder.file("a", [1, 2, 3])
    let there = try folder.file("b", [9])
    await #expect(throws: AudioFileError.destinationExists(path: there.path)) {
      try await client.copyOut(from: source, to: there, replacing: false)
    }
    #expect(try contents(there) == [9])
    let stored = try await client.copyOut(from: source, to: there, replacing: true)
    #expect(try contents(there) == [1, 2, 3])
    #expect(stored == (try await client.checksum(of: source)))
    let new = folder.url.appending(path: "c")
    _ = try await client.copyOut(from: source, to: new, replacing: true)
    #expect(try contents(new) == [1, 2, 3])
    #expect(try folder.names == ["a", "b", "c"])
  }

  @Test(
    "a copy out of the library writes through links and pipes without replacing them"
  )
  func copyOutSpecial() async throws {
    let source = try folder.file("a", [1])
    let target = try folder.file("target", [9])
    let link = folder.url.appending(path: "link")
    #expect(symlink("target", link.path) == 0)
    _ = try await client.copyOut(from: source, to: link, replacing: true)
    #expect(try contents(target) == [1])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link.path) == "target")
    let pipe = folder.url.appending(path: "pipe")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    let reader = open(pipe.path, O_RDONLY | O_NONBLOCK)
    defer { close(reader) }
    _ = try await client.copyOut(from: source, to: pipe, replacing: true)
    var bytes = [UInt8](repeating: 0, count: 4)
    #expect(read(reader, &bytes, bytes.count) == 1 && bytes[0] == 1)
    await #expect(throws: AudioFileError.destinationExists(path: pipe.path)) {
      try await client.copyOut(from: source, to: pipe, replacing: false)
    }
    await #expect(throws: AudioFileError.isDirectory(path: folder.url.path)) {
      try await client.copyOut(
        from: source, to: URL(filePath: folder.url.path, directoryHint: .notDirectory),
        replacing: true)
    }
    #expect(try folder.names == ["a", "link", "pipe", "target"])
  }

  @Test("a read error keeps the file that was to be replaced")
  func copyOutUnreadable() async throws {
    let there = try folder.file("b", [9])
    await #expect(throws: AudioFileError.missing(path: folder.url.path + "/none")) {
      try await client.copyOut(
        from: folder.url.appending(path: "none"), to: there, replacing: true)
    }
    #expect(try contents(there) == [9])
    #expect(try folder.names == ["b"])
  }

  @Test("a destination in a folder that does not exist is an error that names it")
  func noFolder() async throws {
    let source = try folder.file("a", [1])
    let destination = folder.url.appending(path: "none/b")
    await #expect(throws: AudioFileError.missing(path: destination.path)) {
      try await client.copyIn(from: source, to: destination)
    }
  }

  @Test("a read error leaves nothing behind")
  func unreadable() async throws {
    await #expect(throws: AudioFileError.missing(path: folder.url.path + "/none")) {
      try await client.copyIn(
        from: folder.url.appending(path: "none"), to: folder.url.appending(path: "b"))
    }
    #expect(try folder.names == [])
  }

  @Test("a canceled copy leaves nothing behind")
  func cancelled() async throws {
    let source = try folder.file("a", Array(repeating: 7, count: 1_000_000))
    let (client, copy) = (client, folder.url.appending(path: "b"))
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await client.copyIn(from: source, to: copy)
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try folder.names == ["a"])
  }

  @Test("a stream is copied to its end, with its checksum")
  func stream() async throws {
    let pipe = Pipe()
    let bytes = Data((0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7) })
    Thread.detachNewThread {
      try? pipe.fileHandleForWriting.write(contentsOf: bytes)
      try? pipe.fileHandleForWriting.close()
    }
    let copy = folder.url.appending(path: "b")
    let stored = try await client.copyStreamIn(from: pipe.fileHandleForReading, to: copy)
    #expect(stored.byteCount == 300_000)
    #expect(stored == (try await client.checksum(of: copy)))
    #expect(try contents(copy) == [UInt8](bytes))
  }

  @Test("a stream that ends at once is an error and leaves nothing behind")
  func emptyStream() async throws {
    let null = try #require(FileHandle(forReadingAtPath: "/dev/null"))
    await #expect(throws: AudioFileError.empty(path: "standard input")) {
      try await client.copyStreamIn(
        from: null, to: folder.url.appending(path: "b"))
    }
    #expect(try folder.names == [])
  }

  @Test("a canceled copy from a waiting stream ends and leaves nothing behind")
  func cancelledStream() async throws {
    let pipe = Pipe()
    let (client, copy) = (client, folder.url.appending(path: "b"))
    try pipe.fileHandleForWriting.write(contentsOf: Data([1, 2, 3]))
    let task = Task {
      try await client.copyStreamIn(from: pipe.fileHandleForReading, to: copy)
    }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try folder.names == [])
  }

  @Test("a full disk is an error of the system's, at the first write that it fails")
  func devFull() throws {
    let source = try folder.file("a", Array(repeating: 7, count: 1_000_000))
    let input = try Descriptor(source.path, O_RDONLY)
    let full = try Descriptor("/dev/full", O_WRONLY)
    let error = #expect(throws: SystemError.self) {
      try AudioFileClientLive.read(input, source: source.path, CancellationSignal()) {
        try full.write($0)
      }
    }
    #expect(error?.audioFileError(path: "b") == .noSpace(path: "b"))
  }

  @Test("a copy to a full disk leaves nothing behind", .enabled(if: canMount, "needs a small disk"))
  func fullDisk() async throws {
    let source = try folder.file("a", Array(repeating: 7, count: 1_000_000))
    let disk = folder.url.appending(path: "disk")
    try FileManager.default.createDirectory(at: disk, withIntermediateDirectories: false)
    #expect(mount("none", disk.path, "tmpfs", 0, "size=128k") == 0)
    defer { umount2(disk.path, Int32(MNT_DETACH)) }
    let destination = disk.appending(path: "b")
    await #expect(throws: AudioFileError.noSpace(path: destination.path)) {
      try await client.copyIn(from: source, to: destination)
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == [])
    let small = try folder.file("c", [1, 2, 3])
    #expect(try await client.copyIn(from: small, to: destination).byteCount == 3)
  }

  @Test("without unnamed files, a new file has a temporary name until it is published")
  func namedFile() throws {
    let url = folder.url.appending(path: "b")
    do {
      let file = try NewFile(at: url, canBeNameless: false)
      #expect(write(file.descriptor.number, [1, 2], 2) == 2)
      #expect(try folder.names.count == 1)
      #expect(try folder.names != ["b"])
    }
    #expect(try folder.names == [])
    do {
      var file = try NewFile(at: url, canBeNameless: false)
      #expect(write(file.descriptor.number, [3], 1) == 1)
      try file.publish()
    }
    #expect(try folder.names == ["b"])
    #expect(try contents(url) == [3])
  }

  @Test("a file that replaces another has no name before it does")
  func namelessReplacement() throws {
    let url = try folder.file("b", [1])
    var file = try NewFile(at: url, replacing: true)
    #expect(write(file.descriptor.number, [2], 1) == 1)
    #expect(try folder.names == ["b"])
    #expect(try contents(url) == [1])
    try file.publish()
    #expect(try folder.names == ["b"])
    #expect(try contents(url) == [2])
  }

  @Test("an export removes only the leftovers of killed ones", arguments: [true, false])
  func leftovers(replacing: Bool) async throws {
    let source = try folder.file("a", [1])
    let dead = ".speechmemo-new-\(UUID().uuidString)"
    let living = ".speechmemo-new-\(UUID().uuidString)"
    for name in [dead, living, ".speechmemo-new-mine", ".new-\(UUID().uuidString)"] {
      _ = try folder.file(name, [2])
    }
    let other = try Descriptor(folder.url.appending(path: living).path, O_RDONLY)
    try other.lock(.exclusive)
    _ = try await client.copyOut(
      from: source, to: folder.url.appending(path: "b"), replacing: replacing)
    let names = try folder.names
    #expect(!names.contains(dead))
    #expect(names.contains(living) && names.contains(".speechmemo-new-mine"))
    #expect(names.count == 5)
  }

  @Test("exports to one folder search it for leftovers once")
  func searchedFolder() async throws {
    let source = try folder.file("a", [1])
    let client = AudioFileClient.live()
    _ = try await client.copyOut(
      from: source, to: folder.url.appending(path: "b"), replacing: false)
    let dead = ".speechmemo-new-\(UUID().uuidString)"
    _ = try folder.file(dead, [2])
    _ = try await client.copyOut(
      from: source, to: folder.url.appending(path: "c"), replacing: false)
    #expect(try folder.names == [dead, "a", "b", "c"])
    _ = try await AudioFileClient.live().copyOut(
      from: source, to: folder.url.appending(path: "d"), replacing: false)
    #expect(try folder.names == ["a", "b", "c", "d"])
  }

  @Test(
    "of two new files with one name, the first one published stays", arguments: [true, false])
  func race(nameless: Bool) throws {
    let url = folder.url.appending(path: "b")
    do {
      var first = try NewFile(at: url, canBeNameless: nameless)
      var second = try NewFile(at: url, canBeNameless: nameless)
      #expect(write(first.descriptor.number, [1], 1) == 1)
      #expect(write(second.descriptor.number, [2], 1) == 1)
      try first.publish()
      let error = #expect(throws: SystemError.self) { try second.publish() }
      #expect(error?.code == EEXIST)
    }
    #expect(try contents(url) == [1])
    #expect(try folder.names == ["b"])
  }
}

/// Whether a small disk can be had: only the superuser may mount one.
private let canMount: Bool = {
  guard geteuid() == 0, let folder = try? TestFolder()
  else { return false }
  guard mount("none", folder.url.path, "tmpfs", 0, "size=64k") == 0
  else { return false }
  return umount2(folder.url.path, Int32(MNT_DETACH)) == 0
}()
