import ConcurrencyExtras
import FileStorage
import Foundation
import POSIX
import Testing

/// Features of a disk only: permissions, links, devices, other writers.
struct DiskTests {
  private let room: Room
  private let files = FileStorage.fileSystem
  private let manager = FileManager.default

  init() throws { room = try Room() }

  @Test("A write leaves no other files")
  func nothingBeside() throws {
    try files.write("one", to: room.file("a"))
    try files.write("two", to: room.file("a"))
    #expect(try room.names == ["a"])
  }

  @Test("A file of the year 2300 has a stamp")
  func farFuture() throws {
    let url = room.file("a")
    try files.write("one", to: url)
    // ext4 keeps times up to 2446.
    try manager.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 10_413_792_000)], ofItemAtPath: url.path)
    let stamp = try files.stamp(of: url)
    #expect(try files.read(url).stamp == stamp)
    #expect(try files.write("two", to: url) != stamp)
  }

  @Test("A write is on disk before it is named, and named before it is reported")
  func order() throws {
    try files.makeFolder(room.file("folder"), permissions: 0o700)
    let (url, folder) = (room.file("folder/a"), room.file("folder"))
    let seen = LockIsolated<[SystemCall]>([])
    let stamp = try SystemCall.$observer.withValue(
      .init { call in seen.withValue { $0.append(call) } }
    ) {
      try files.write("one", to: url)
    }
    let inode = try room.inode("folder")
    guard case .synced(let new, stamp.inode)? = seen.value.first
    else { throw Unexpected(calls: seen.value) }
    #expect(
      seen.value == [
        .synced(path: new, inode: stamp.inode), .moved(from: new, to: url.path),
        .synced(path: folder.path, inode: inode),
      ])
  }

  private struct Unexpected: Error {
    let calls: [SystemCall]
  }

  @Test("A folder has the permissions that it was to have, and is synced into the one above it")
  func makeFolder() throws {
    let seen = LockIsolated<[SystemCall]>([])
    try SystemCall.$observer.withValue(.init { call in seen.withValue { $0.append(call) } }) {
      try files.makeFolder(room.file("folder"), permissions: 0o700)
    }
    let attributes = try manager.attributesOfItem(atPath: room.file("folder").path)
    #expect(attributes[.posixPermissions] as? Int == 0o700)
    #expect(
      seen.value == [
        .made(folder: room.file("folder").path),
        .synced(path: room.folder.path, inode: try room.inode("")),
      ])
  }

  @Test("A file keeps its permissions and its owner", arguments: [0o600, 0o640, 0o666, 0o755])
  func permissions(_ mode: Int) throws {
    let url = room.file("a")
    try files.write("one", to: url)
    try manager.setAttributes([.posixPermissions: mode], ofItemAtPath: url.path)
    // Only root may give a file away; for others this changes nothing.
    chown(url.path, getuid() == 0 ? 12345 : getuid(), getuid() == 0 ? 54321 : getgid())
    let before = try manager.attributesOfItem(atPath: url.path)
    try files.write("two", to: url)
    let after = try manager.attributesOfItem(atPath: url.path)
    #expect(after[.posixPermissions] as? Int == mode)
    #expect(after[.ownerAccountID] as? Int == before[.ownerAccountID] as? Int)
    #expect(after[.groupOwnerAccountID] as? Int == before[.groupOwnerAccountID] as? Int)
    #expect(try files.text(url) == "two")
  }

  @Test("A write creates a new file, so readers of the old one see it completely")
  func oldReader() throws {
    let url = room.file("a")
    let old = try files.write("the old value", to: url)
    let reader = try FileHandle(forReadingFrom: url)
    let new = try files.write("new", to: url)
    #expect(old.inode != new.inode)
    #expect(try reader.readToEnd() == Data("the old value".utf8))
  }

  @Test("A written file has the precise time of its writing, not that of the kernel's last tick")
  func preciseTime() throws {
    func now() -> Int64 {
      var time = timespec()
      clock_gettime(CLOCK_REALTIME, &time)
      return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
    for _ in 1...20 {
      let before = now()
      let stamp = try files.write("x", to: room.file("a"))
      #expect((before...now()).contains(stamp.modified))
    }
  }

  @Test("A link stays, and its target is read, replaced and deleted")
  func links() throws {
    try files.write("one", to: room.file("real/target"))
    try manager.createSymbolicLink(
      atPath: room.file("hop").path, withDestinationPath: "real/target")
    let link = room.file("link")
    try manager.createSymbolicLink(at: link, withDestinationURL: room.file("hop"))
    #expect(try files.text(link) == "one")
    let stamp = try files.write("two", to: link)
    #expect(try files.text(room.file("real/target")) == "two")
    #expect(try files.stamp(of: link) == stamp)
    #expect(try manager.destinationOfSymbolicLink(atPath: room.file("hop").path) == "real/target")
    let moved = try #require(try files.quarantine(link))
    #expect(moved.deletingLastPathComponent().lastPathComponent == "real")
    // The link leads nowhere now: a write makes the file that it names.
    try files.write("three", to: link)
    #expect(try files.text(room.file("real/target")) == "three")
    #expect(try files.delete(link))
    #expect(try room.names == ["hop", "link", "real"])
  }

  @Test("Links that go round are an error, not a hang")
  func linkCircle() throws {
    try manager.createSymbolicLink(atPath: room.file("a").path, withDestinationPath: "b")
    try manager.createSymbolicLink(atPath: room.file("b").path, withDestinationPath: "a")
    expectFailure(.io(ELOOP)) { try files.write("x", to: room.file("a")) }
    expectFailure(.io(ELOOP)) { _ = try files.read(room.file("a")) }
    let subscription = try files.subscribe(to: room.file("a")) { _ in }
    subscription.cancel()
  }

  @Test("Devices and pipes are neither read nor replaced")
  func devices() throws {
    expectFailure(.notARegularFile) { try files.write("x", to: URL(filePath: "/dev/full")) }
    expectFailure(.notARegularFile) { _ = try files.read(URL(filePath: "/dev/zero")) }
    let pipe = room.file("pipe")
    try #require(mkfifo(pipe.path, 0o600) == 0)
    expectFailure(.notARegularFile) { _ = try files.read(pipe) }
    expectFailure(.notARegularFile) { try files.write("x", to: pipe) }
  }

  @Test("A change in place changes a file's stamp")
  func inPlace() throws {
    let url = room.file("a")
    let old = try files.write("one", to: url)
    let handle = try FileHandle(forWritingTo: url)
    try handle.seekToEnd()
    try handle.write(contentsOf: Data(" and more".utf8))
    #expect(try files.stamp(of: url) != old)
    #expect(try files.read(url).stamp == files.stamp(of: url))
  }

  @Test("A full disk leaves only the old file")
  func full() async throws {
    let url = room.file("a")
    try files.write("the old value", to: url)
    let output = try await fileFaults("limited", url.path, "100000", "50000")
    #expect(
      output
        == "Cannot write '\(url.path)': the disk or the quota is full; free some space.\n")
    #expect(try files.text(url) == "the old value")
    #expect(try room.names == ["a"])
    #expect(try await fileFaults("limited", url.path, "40000", "50000") == "written\n")
  }

  @Test("A folder or file without permission is reported and unchanged")
  func notPermitted() async throws {
    // Everybody may pass through a temporary folder, and only its owner may write there.
    try manager.setAttributes([.posixPermissions: 0o555], ofItemAtPath: room.folder.path)
    defer { try? manager.setAttributes([.posixPermissions: 0o755], ofItemAtPath: room.folder.path) }
    let url = room.file("a")
    let denied =
      "Cannot write '\(url.path)': permission is denied; check who owns the file and its folder.\n"
    #expect(try await fileFaults("nobody", url.path) == denied)
    #expect(try room.names == [])

    try manager.setAttributes([.posixPermissions: 0o777], ofItemAtPath: room.folder.path)
    try files.write("closed", to: url)
    try manager.setAttributes([.posixPermissions: 0o444], ofItemAtPath: url.path)
    #expect(try await fileFaults("nobody", url.path) == denied)
    #expect(try files.text(url) == "closed")

    try manager.setAttributes([.posixPermissions: 0o666], ofItemAtPath: url.path)
    #expect(try await fileFaults("nobody", url.path) == "written\n")
    let mode = try manager.attributesOfItem(atPath: url.path)[.posixPermissions] as? Int
    #expect(mode == 0o666)
  }

  @Test("A killed writer's temporary files are removed, and a running writer's are not")
  func leftovers() throws {
    let dead = room.file("folder/.a.0.filestorage-new")
    let living = room.file("folder/.a.1.filestorage-new")
    try manager.createDirectory(
      at: room.file("folder"), withIntermediateDirectories: true)
    try Data("half".utf8).write(to: dead)
    try Data("half".utf8).write(to: living)
    let writer = try FileHandle(forReadingFrom: living)
    try #require(flock(writer.fileDescriptor, LOCK_EX | LOCK_NB) == 0)
    try files.write("x", to: room.file("folder/a"))
    let names = try manager.contentsOfDirectory(atPath: room.file("folder").path).sorted()
    #expect(names == [".a.1.filestorage-new", "a"])
    try writer.close()
  }

  @Test("Locks leave one empty file, whatever the name")
  func sidecar() throws {
    try files.withLock(on: room.file("a")) {}
    try files.withLock(on: room.file("a")) {}
    #expect(try room.names == [".a.lock"])
    let long = String(repeating: "n", count: 255)
    try files.withLock(on: room.file(long)) {}
    try files.withLock(on: room.file(String(repeating: "n", count: 254) + "m")) {}
    #expect(try room.names.count == 3)
  }

  @Test("Errors are one line with the problem and a fix")
  func descriptions() {
    let url = URL(filePath: "/a/b.json")
    let reasons: [FileStorageError.Reason] = [
      .changed, .io(EIO), .isDirectory, .nameTooLong, .nestedLock, .noFolder, .noSpace,
      .notAFolder, .notARegularFile, .notAFileURL, .permission, .readOnly, .tooManyWatches,
    ]
    let texts = reasons.map { FileStorageError($0, operation: .write, url: url).description }
    #expect(Set(texts).count == reasons.count)
    #expect(texts.allSatisfy { $0.hasPrefix("Cannot write '/a/b.json': ") && $0.hasSuffix(".") })
    #expect(texts.allSatisfy { !$0.contains("\n") })
    #expect(texts[1] == "Cannot write '/a/b.json': Input/output error.")
  }
}
