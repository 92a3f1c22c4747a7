import Glibc

/// A folder only for this user, held open: its path may change or be too long for a socket.
public struct PrivateFolder: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// Does not follow a link at the path. Throws `EPERM` if others own or may enter the folder.
  public init(_ path: String, createIfMissing: Bool = false) throws(SystemError) {
    if createIfMissing { try makeFolder(path, mode: 0o700) }
    let folder = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    guard isPrivate(try folder.status())
    else { throw SystemError(code: EPERM) }
    descriptor = folder
  }

  func path(of name: String) -> String { "/proc/self/fd/\(descriptor.number)/\(name)" }

  /// Connects to a socket without blocking. Throws `ENOENT` or `ECONNREFUSED` without a listener,
  /// `EAGAIN` if its backlog is full, `EPERM` if it belongs to another user.
  public func connect(to name: String) throws(SystemError) -> Descriptor {
    let socket = try localSocket(Int32(SOCK_NONBLOCK.rawValue))
    var address = try sockaddr_un(path: path(of: name))
    let number = socket.number
    try SystemError.check {
      address.withPointer { Glibc.connect(number, $0, $1) }
    }
    try SystemError.check { fcntl(number, F_SETFL, 0) }
    guard try peerUserID(of: socket) == geteuid()
    else { throw SystemError(code: EPERM) }
    return socket
  }
}

/// A socket in a private folder for programs of the same user. A lock beside it ends with the
/// process. It allows one listener (`EADDRINUSE` for a second), and replaces a dead one's socket.
public final class LocalListener: Sendable {
  private let descriptor: Descriptor
  private let folder: PrivateFolder
  private let lock: Descriptor
  private let name: String
  private let stop: SocketPair

  public init(at name: String, in folder: consuming PrivateFolder) throws(SystemError) {
    lock = try Descriptor(
      folder.path(of: name + ".lock"), O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    guard try lock.lockIfFree(.exclusive)
    else { throw SystemError(code: EADDRINUSE) }
    stop = try SocketPair()
    descriptor = try localSocket()
    let path = folder.path(of: name)
    unlink(path)
    var address = try sockaddr_un(path: path)
    let number = descriptor.number
    try SystemError.check { address.withPointer { bind(number, $0, $1) } }
    try SystemError.check { listen(number, 16) }
    self.folder = folder
    self.name = name
  }

  deinit {
    unlink(folder.path(of: name))
    lock.unlock()
  }

  /// Blocks until a program of the same user connects; returns `nil` after ``end()``.
  public func next() throws(SystemError) -> Descriptor? {
    while true {
      let ready = try waitForInput(from: [descriptor.number, stop.near.number])
      if ready[1] { return nil }
      let listening = descriptor.number
      let connection: Descriptor
      do throws(SystemError) {
        connection = Descriptor(
          owning: try SystemError.check { accept(listening, nil, nil) })
      } catch {
        guard error.code == ECONNABORTED
        else { throw error }
        continue
      }
      // `accept4`, which would set it at once, is not visible to Swift.
      let number = connection.number
      try SystemError.check { fcntl(number, F_SETFD, FD_CLOEXEC) }
      if (try? peerUserID(of: connection)) == geteuid() { return connection }
    }
  }

  public func end() {
    shutdown(stop.far.number, Int32(SHUT_RDWR))
  }
}

extension Descriptor {
  public func endConnection() {
    shutdown(number, Int32(SHUT_RDWR))
  }

  public func endWriting() {
    shutdown(number, Int32(SHUT_WR))
  }
}

func peerUserID(of socket: borrowing Descriptor) throws(SystemError) -> uid_t {
  var credentials: (pid_t, uid_t, gid_t) = (0, uid_t.max, gid_t.max)
  var size = socklen_t(MemoryLayout.size(ofValue: credentials))
  let number = socket.number
  try SystemError.check { getsockopt(number, SOL_SOCKET, SO_PEERCRED, &credentials, &size) }
  return credentials.1
}

private func localSocket(_ flags: Int32 = 0) throws(SystemError) -> Descriptor {
  let kind = Int32(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue) | flags
  return Descriptor(owning: try SystemError.check { socket(AF_UNIX, kind, 0) })
}

extension sockaddr_un {
  fileprivate init(path: String) throws(SystemError) {
    self.init()
    sun_family = sa_family_t(AF_UNIX)
    let bytes = path.systemPath
    guard bytes.count <= MemoryLayout.size(ofValue: sun_path)
    else { throw SystemError(code: ENAMETOOLONG) }
    withUnsafeMutableBytes(of: &sun_path) { room in
      bytes.withUnsafeBytes { room.copyMemory(from: $0) }
    }
  }

  fileprivate mutating func withPointer<Result>(
    _ call: (UnsafePointer<sockaddr>, socklen_t) -> Result
  ) -> Result {
    withUnsafePointer(to: &self) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        call($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
