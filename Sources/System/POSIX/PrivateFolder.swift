import Glibc

/// A folder that nobody but this user may enter, for sockets that only their own programs reach.
///
/// It is held open, so that what is found in it is in the folder that was looked at, whatever stands at
/// its path by now, and however long that path is.
public struct PrivateFolder: ~Copyable, Sendable {
  private let descriptor: Descriptor

  /// Opens the folder at a path.
  ///
  /// - Parameters:
  ///   - path: The folder. A link in its place is not followed.
  ///   - isMade: Whether to make it, and those above it, where they are missing.
  /// - Throws: What the system says: `EPERM` for a folder that is another user's, or that others may
  ///   enter.
  public init(_ path: String, isMade: Bool = false) throws(SystemError) {
    if isMade { try makeFolder(path, mode: 0o700) }
    let folder = try Descriptor(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
    guard isPrivate(try folder.status())
    else { throw SystemError(code: EPERM) }
    descriptor = folder
  }

  /// The path of what has a name in it, for as long as this value lives.
  func path(of name: String) -> String { "/proc/self/fd/\(descriptor.number)/\(name)" }

  /// Connects to the program of this user that listens at a name.
  ///
  /// - Throws: What the system says, without waiting: `ENOENT` or `ECONNREFUSED` where nobody listens,
  ///   `EAGAIN` for one that takes no more, `EPERM` where another user does.
  public func connect(to name: String) throws(SystemError) -> Descriptor {
    let socket = try localSocket(Int32(SOCK_NONBLOCK.rawValue))
    var address = try sockaddr_un(path: path(of: name))
    let number = socket.number
    try SystemError.check {
      address.withPointer { Glibc.connect(number, $0, $1) }
    }
    try SystemError.check { fcntl(number, F_SETFL, 0) }
    guard try userAtTheOtherEnd(of: socket) == geteuid()
    else { throw SystemError(code: EPERM) }
    return socket
  }
}

/// Listens at a name in a private folder, for programs of the same user.
///
/// One program at a time does: a lock beside the name says which, and ends with it. So the socket of
/// one that was killed is taken over by the next, and that of one that lives never is.
public final class LocalListener: Sendable {
  private let descriptor: Descriptor
  private let folder: PrivateFolder
  private let lock: Descriptor
  private let name: String
  private let stop: SocketPair

  /// Begins to listen.
  ///
  /// - Throws: What the system says, `EADDRINUSE` where another program listens there.
  public init(at name: String, in folder: consuming PrivateFolder) throws(SystemError) {
    lock = try Descriptor(
      folder.path(of: name + ".lock"), O_RDWR | O_CREAT | O_NOFOLLOW, mode: 0o600)
    guard try lock.lockIfFree(.exclusive)
    else { throw SystemError(code: EADDRINUSE) }
    stop = try SocketPair()
    descriptor = try localSocket()
    let path = folder.path(of: name)
    // Whoever had it is dead.
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

  /// Waits, with the thread, for a program of the same user that connects; any other is turned away.
  ///
  /// - Returns: `nil` after ``end()``.
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
        // Who was there has gone again.
        guard error.code == ECONNABORTED
        else { throw error }
        continue
      }
      // What does both at once is invisible to Swift.
      let number = connection.number
      try SystemError.check { fcntl(number, F_SETFD, FD_CLOEXEC) }
      if (try? userAtTheOtherEnd(of: connection)) == geteuid() { return connection }
    }
  }

  /// Has ``next()`` return.
  public func end() {
    shutdown(stop.far.number, Int32(SHUT_RDWR))
  }
}

extension Descriptor {
  /// Ends both ways of a socket, for everybody who has it: who waits for what comes is woken.
  public func endConnection() {
    shutdown(number, Int32(SHUT_RDWR))
  }

  /// Tells the other end of a socket that nothing more is written. What it writes still comes.
  public func endWriting() {
    shutdown(number, Int32(SHUT_WR))
  }
}

/// Which user's program has the other end of a local socket: the one that it was when it connected, or
/// began to listen.
func userAtTheOtherEnd(of socket: borrowing Descriptor) throws(SystemError) -> uid_t {
  // The C library's type for it is invisible to Swift: process, user, group.
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
