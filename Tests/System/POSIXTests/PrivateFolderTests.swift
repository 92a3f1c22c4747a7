import Foundation
import Testing

@testable import POSIX

struct PrivateFolderTests {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("private-\(UUID().uuidString)").path

  /// Whether a client has connected.
  private func hears(_ listener: LocalListener) throws -> Bool {
    guard let connection = try listener.next()
    else { return false }
    return connection.number >= 0
  }

  private func remove() { try? FileManager.default.removeItem(atPath: folder) }

  @Test("It is created for its user only, and found again")
  func making() throws {
    defer { remove() }
    _ = try PrivateFolder(folder + "/inside", createIfMissing: true)
    #expect(try fileStatus(of: folder + "/inside").st_mode & 0o777 == 0o700)
    _ = try PrivateFolder(folder + "/inside")
  }

  @Test("Missing folders, shared ones and links are refused")
  func strangers() throws {
    defer { remove() }
    #expect(throws: SystemError(code: ENOENT)) { _ = try PrivateFolder(folder) }
    try makeFolder(folder, mode: 0o700)
    #expect(symlink(folder, folder + "/link") == 0)
    #expect(throws: SystemError(code: ENOTDIR)) { _ = try PrivateFolder(folder + "/link") }
    for mode: mode_t in [0o750, 0o701, 0o777] {
      chmod(folder, mode)
      #expect(throws: SystemError(code: EPERM)) { _ = try PrivateFolder(folder) }
    }
  }

  @Test(
    "Another user's folder is refused", .enabled(if: geteuid() == 0, "only root can give it away"))
  func foreign() throws {
    defer { remove() }
    try makeFolder(folder, mode: 0o700)
    #expect(chown(folder, 65_534, 65_534) == 0)
    #expect(throws: SystemError(code: EPERM)) { _ = try PrivateFolder(folder) }
  }

  @Test("A connecting program is accepted and identified by its user")
  func connecting() throws {
    defer { remove() }
    let listener = try LocalListener(at: "here", in: PrivateFolder(folder, createIfMissing: true))
    let client = try PrivateFolder(folder).connect(to: "here")
    guard let server = try listener.next()
    else {
      Issue.record("nobody has connected")
      return
    }
    #expect(try peerUserID(of: client) == geteuid())
    #expect(try peerUserID(of: server) == geteuid())
    try client.write(Array("hello".utf8))
    #expect(try server.read(upTo: 10) == Array("hello".utf8))
    server.endConnection()
    #expect(try client.read(upTo: 10) == [])
    listener.end()
    #expect(try !hears(listener))
  }

  @Test("A path too long for a socket address works through the folder")
  func longPath() throws {
    defer { remove() }
    let path = folder + "/" + String(repeating: "long", count: 50)
    let listener = try LocalListener(at: "here", in: PrivateFolder(path, createIfMissing: true))
    _ = try PrivateFolder(path).connect(to: "here")
    #expect(try hears(listener))
  }

  @Test("One program listens at a time, and replaces a dead one's socket")
  func takingOver() throws {
    defer { remove() }
    do {
      let first = try LocalListener(at: "here", in: PrivateFolder(folder, createIfMissing: true))
      #expect(throws: SystemError(code: EADDRINUSE)) {
        _ = try LocalListener(at: "here", in: PrivateFolder(folder))
      }
      withExtendedLifetime(first) {}
    }
    #expect(throws: SystemError(code: ENOENT)) { _ = try PrivateFolder(folder).connect(to: "here") }
  }

  @Test("A stale socket is replaced")
  func stale() throws {
    defer { remove() }
    do {
      let listener = try LocalListener(at: "one", in: PrivateFolder(folder, createIfMissing: true))
      try link(folder + "/one", to: folder + "/other")
      listener.end()
    }
    #expect(throws: SystemError(code: ECONNREFUSED)) {
      _ = try PrivateFolder(folder).connect(to: "other")
    }
    let listener = try LocalListener(at: "other", in: PrivateFolder(folder))
    _ = try PrivateFolder(folder).connect(to: "other")
    #expect(try hears(listener))
  }

  @Test(
    "A program of another user is turned away, though it could connect",
    .enabled(
      if: geteuid() == 0 && isProgram("/usr/bin/setpriv") && isProgram("/usr/bin/python3"),
      "only root can be another user"))
  func otherUser() throws {
    defer { remove() }
    let listener = try LocalListener(at: "here", in: PrivateFolder(folder, createIfMissing: true))
    // A location that the other user can access.
    let open = FileManager.default.temporaryDirectory
      .appendingPathComponent("open-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: open) }
    try makeFolder(open)
    chmod(open, 0o755)
    try link(folder + "/here", to: open + "/here")
    chmod(open + "/here", 0o777)
    let script = """
      import socket
      other = socket.socket(socket.AF_UNIX)
      other.connect("\(open)/here")
      exit(len(other.recv(1)))
      """
    let nowhere = try Descriptor("/dev/null", O_RDWR)
    let pid = try spawnProcess(
      "/usr/bin/setpriv",
      ["--reuid", "65534", "--clear-groups", "/usr/bin/python3", "-c", script],
      input: nowhere.number, output: nowhere.number, errors: STDERR_FILENO)
    // It waits behind the other connection, which is closed silently.
    try startThread("ends") {
      _ = try? hasChildEnded(pid, waiting: true)
      listener.end()
    }
    #expect(try !hears(listener))
    #expect(try collectChild(pid) == .exited(0))
  }
}
