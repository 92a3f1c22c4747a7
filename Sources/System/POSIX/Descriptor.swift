public import Glibc

/// An open file, folder, pipe, socket or terminal, which is closed when its owner goes.
///
/// No program that is started inherits it. Its functions may be called from any thread, and wait
/// with that thread where the system does. A call that a signal interrupts is made again.
public struct Descriptor: ~Copyable, Sendable {
  /// The system's number for it. It may be another file's as soon as this value is gone.
  public let number: Int32
  private let isOwned: Bool

  /// Opens a file.
  ///
  /// - Parameters:
  ///   - path: The file.
  ///   - flags: Those of `open`, `O_CLOEXEC` being added.
  ///   - mode: The permissions of a file that is made by it, less what the user's mask takes away.
  public init(
    _ path: String, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) {
    self.init(owning: try SystemError.check { open(path.systemPath, flags | O_CLOEXEC, mode) })
  }

  /// Makes a file that has no name, and is gone without a trace unless it is given one.
  ///
  /// - Parameters:
  ///   - folder: A folder on the disk that it will be on.
  ///   - mode: Its permissions, less what the user's mask takes away.
  /// - Throws: `EISDIR`, `ENOENT`, `EINVAL` or `EOPNOTSUPP` where the file system cannot do that.
  public init(
    namelessIn folder: String, mode: mode_t
  ) throws(SystemError) {
    // `O_TMPFILE`, which Swift's view of the C library lacks, as Linux defines it.
    try self.init(folder, O_WRONLY | 0o20_000_000 | O_DIRECTORY, mode: mode)
  }

  /// Takes over what is open, and will close it.
  public init(owning number: Int32) {
    self.number = number
    isOwned = true
  }

  /// Uses a descriptor without closing it, such as that of a standard stream.
  public init(borrowing number: Int32) {
    self.number = number
    isOwned = false
  }

  deinit {
    if isOwned { close(number) }
  }

  /// A second descriptor of the same open file, for a library that closes what it is given. Both
  /// have one place in the file.
  public func duplicate() throws(SystemError) -> Descriptor {
    Descriptor(owning: try SystemError.check { fcntl(number, F_DUPFD_CLOEXEC, 0) })
  }

  /// Its number, for a library that will close it. This value is no more.
  public consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  /// What the system knows of it: kind, size, times.
  public func status() throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstat(number, &status) }
    return status
  }

  /// Syncs a file's content and metadata to the disk: when this returns, they survive a crash of
  /// the machine. Its name does when its folder has been synced.
  public func sync() throws(SystemError) {
    try SystemError.check { fsync(number) }
    SystemCall.noteSync(of: number)
  }

  /// Syncs a file's content and size to the disk, but not, for example, its times.
  public func syncContent() throws(SystemError) {
    try SystemError.check { fdatasync(number) }
    SystemCall.noteSync(of: number)
  }

  /// Gives a file that was made without a name its name.
  ///
  /// - Throws: `EEXIST` where something has the name.
  public func link(to path: String) throws(SystemError) {
    try SystemError.check {
      linkat(
        AT_FDCWD, "/proc/self/fd/\(number)", AT_FDCWD, path.systemPath, AT_SYMLINK_FOLLOW)
    }
    SystemCall.note(.named(path))
  }
}

// MARK: - Locks

extension Descriptor {
  /// How a lock is held.
  public enum LockMode: Sendable {
    /// By one holder alone.
    case exclusive
    /// By any number of holders together.
    case shared

    fileprivate var operation: Int32 {
      switch self {
      case .exclusive: LOCK_EX
      case .shared: LOCK_SH
      }
    }
  }

  /// Waits, with the thread, until the file's lock is held by this open file.
  ///
  /// The lock keeps out only those who ask for it too. It ends when the last descriptor of this
  /// open file is closed, and so with the process at the latest.
  public func lock(_ mode: LockMode) throws(SystemError) {
    try SystemError.check { flock(number, mode.operation) }
  }

  /// Takes the file's lock as ``lock(_:)`` does, if it is free.
  ///
  /// - Returns: Whether it is held now.
  public func lockIfFree(_ mode: LockMode) throws(SystemError) -> Bool {
    do throws(SystemError) {
      try SystemError.check { flock(number, mode.operation | LOCK_NB) }
      return true
    } catch {
      guard error.code == EWOULDBLOCK
      else { throw error }
      return false
    }
  }

  /// Gives the lock back at once. Closing does so too, but not while a program that another thread
  /// starts at this moment has all of our files: it has them until it begins.
  public func unlock() {
    _ = flock(number, LOCK_UN)
  }
}
