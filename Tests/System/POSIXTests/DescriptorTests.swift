import Foundation
import POSIX
import Testing

struct DescriptorTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("posix-\(UUID().uuidString)")

  init() throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  private func path(_ name: String) -> String { folder.appendingPathComponent(name).path }

  private func isOpen(_ number: Int32) -> Bool { fcntl(number, F_GETFD) >= 0 }

  @Test("A descriptor is closed when it goes, and not inherited; a borrowed one stays open")
  func owning() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let number: Int32
    do {
      let file = try Descriptor(path("file"), O_RDWR | O_CREAT, mode: 0o600)
      number = file.number
      #expect(fcntl(number, F_GETFD) & FD_CLOEXEC != 0)
      // By its inode, since another test may open a file under the number at any time.
      do { _ = Descriptor(borrowing: number) }
      #expect(isOpen(number))
      let second = try file.duplicate()
      #expect(try second.status().st_ino == file.status().st_ino)
    }
    var status = stat()
    let isGone = fstat(number, &status) != 0
    var named = stat()
    #expect(stat(path("file"), &named) == 0)
    #expect(isGone || status.st_ino != named.st_ino)
  }

  @Test("Space is allocated for a file, or the error of the system is thrown")
  func allocated() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Descriptor(path("file"), O_RDWR | O_CREAT, mode: 0o600)
    try file.allocate(10_000)
    #expect(try file.status().st_size == 10_000)
    let reader = try Descriptor(path("file"), O_RDONLY)
    do throws(SystemError) {
      try reader.allocate(20_000)
      Issue.record("A file that is only read has grown.")
    } catch {
      #expect(error.code == EBADF)
    }
  }

  @Test("A file that cannot be opened reports the system's error")
  func missing() {
    do throws(SystemError) {
      _ = try Descriptor(path("missing"), O_RDONLY)
      Issue.record("it was opened")
    } catch {
      #expect(error == SystemError(code: ENOENT))
      #expect(error.description == "No such file or directory")
    }
    try? FileManager.default.removeItem(at: folder)
  }

  @Test("Everything is written, even to a slow nonblocking descriptor")
  func writing() async throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let bytes = (0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let sockets = try SocketPair()
    _ = fcntl(sockets.near.number, F_SETFL, O_NONBLOCK)
    let (near, far) = (sockets.near.number, try sockets.far.duplicate().taken())
    async let read = onOwnThread("reader") {
      let end = Descriptor(owning: far)
      var all: [UInt8] = []
      while all.count < bytes.count { all += try end.read(upTo: 1 << 12) }
      return all
    }
    // Both block their threads, which must not be those of tasks.
    try await onOwnThread("writer") { try Descriptor(borrowing: near).write(bytes) }
    #expect(try await read == bytes)
    withExtendedLifetime(sockets) {}
  }

  @Test("A socket without a reader is an error without a signal")
  func sending() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let near = try SocketPair().closingFar()
    do throws(SystemError) {
      try [UInt8](repeating: 1, count: 4).withUnsafeBufferPointer { bytes throws(SystemError) in
        try near.send(UnsafeRawBufferPointer(bytes))
      }
      Issue.record("it was sent")
    } catch {
      #expect(error.code == EPIPE)
    }
  }

  @Test("A file is read at an offset, up to its end, without moving its position")
  func readingAtAPlace() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Descriptor(path("file"), O_RDWR | O_CREAT, mode: 0o600)
    try file.write([1, 2, 3, 4, 5])
    var buffer = [UInt8](repeating: 0, count: 4)
    #expect(try buffer.withUnsafeMutableBytes { try file.read(into: $0, at: 2) } == 3)
    #expect(try file.read(upTo: 2, at: 1).count == 2)
    #expect(try file.read(upTo: 100, at: 2).count == 3)
    #expect(buffer == [3, 4, 5, 0])
    #expect(try file.read(upTo: 4, at: 2) == [3, 4, 5])
    #expect(try file.read(upTo: 2, at: 1) == [2, 3])
    #expect(try file.read(upTo: 4, at: 5) == [])
    #expect(try file.read(upTo: 4) == [])
  }

  @Test("A lock keeps out another open file, until it is closed; shared ones are held together")
  func locks() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = path("lock")
    func open() throws(SystemError) -> Descriptor {
      try Descriptor(path, O_RDWR | O_CREAT, mode: 0o600)
    }
    let second = try open()
    do {
      let first = try open()
      try first.lock(.exclusive)
      #expect(try !second.lockIfFree(.exclusive))
      #expect(try !second.lockIfFree(.shared))
    }
    // Waiting: a program that another test starts just now has the first one open until it runs.
    try second.lock(.shared)
    let third = try open()
    #expect(try third.lockIfFree(.shared))
    #expect(try !third.lockIfFree(.exclusive))
  }

  @Test("A released lock is free even if the file is still open elsewhere")
  func unlocks() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let first = try Descriptor(path("lock"), O_RDWR | O_CREAT, mode: 0o600)
    // Like the copy in a child that is being started.
    let duplicate = try first.duplicate()
    try first.lock(.exclusive)
    let second = try Descriptor(path("lock"), O_RDWR)
    #expect(try !second.lockIfFree(.exclusive))
    first.unlock()
    #expect(try second.lockIfFree(.exclusive))
    #expect(duplicate.number != first.number)
  }

  @Test("A file without a name gets one once, and never replaces another file")
  func nameless() throws {
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = try Descriptor(namelessIn: folder.path, mode: 0o600)
    try file.write(Array("sound".utf8))
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
    try file.link(to: path("named"))
    #expect(try String(contentsOfFile: path("named"), encoding: .utf8) == "sound")
    let other = try Descriptor(namelessIn: folder.path, mode: 0o600)
    #expect(throws: SystemError(code: EEXIST)) { try other.link(to: path("named")) }
  }

  @Test("Readable and ended descriptors are reported; a timeout reports none")
  func waiting() throws {
    let first = try SocketPair()
    let second = try SocketPair()
    let numbers = [first.near.number, second.near.number]
    #expect(try waitForInput(from: numbers, milliseconds: 0) == [false, false])
    try second.far.write([1])
    #expect(try waitForInput(from: numbers) == [false, true])
    #expect(try waitForInput(from: [-1] + numbers) == [false, false, true])
  }
}

extension Descriptor {
  /// A descriptor that another owner closes.
  fileprivate consuming func taken() throws -> Int32 {
    fcntl(number, F_DUPFD_CLOEXEC, 0)
  }
}
