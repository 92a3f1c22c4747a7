public import Glibc

/// A file descriptor that closes with its owner and that child processes do not inherit. Its
/// functions block, retry after signals, and may be called on any thread.
public struct Descriptor: ~Copyable, Sendable {
  public let number: Int32
  private let isOwned: Bool

  public init(
    _ path: String, _ flags: Int32, mode: mode_t = 0
  ) throws(SystemError) {
    self.init(owning: try SystemError.check { open(path.systemPath, flags | O_CLOEXEC, mode) })
  }

  /// Creates a file without a name, which vanishes unless ``link(to:)`` names it. Throws `EISDIR`,
  /// `ENOENT`, `EINVAL` or `EOPNOTSUPP` if the file system lacks `O_TMPFILE`.
  public init(
    namelessIn folder: String, mode: mode_t
  ) throws(SystemError) {
    // Linux's `O_TMPFILE`, which Swift does not import.
    try self.init(folder, O_WRONLY | 0o20_000_000 | O_DIRECTORY, mode: mode)
  }

  public init(owning number: Int32) {
    self.number = number
    isOwned = true
  }

  public init(borrowing number: Int32) {
    self.number = number
    isOwned = false
  }

  deinit {
    if isOwned { close(number) }
  }

  public func duplicate() throws(SystemError) -> Descriptor {
    Descriptor(owning: try SystemError.check { fcntl(number, F_DUPFD_CLOEXEC, 0) })
  }

  public consuming func release() -> Int32 {
    let number = number
    discard self
    return number
  }

  public func status() throws(SystemError) -> stat {
    var status = stat()
    try SystemError.check { fstat(number, &status) }
    return status
  }

  /// Syncs content and metadata. A name survives a crash only once its folder is synced, too.
  public func sync() throws(SystemError) {
    try SystemError.check { fsync(number) }
    SystemCall.noteSync(of: number)
  }

  /// Allocates disk space for the first bytes of the file, and extends it to that size.
  public func allocate(_ byteCount: Int) throws(SystemError) {
    var code = EINTR
    while code == EINTR { code = posix_fallocate(number, 0, byteCount) }
    if code != 0 { throw SystemError(code: code) }
  }

  public func syncContent() throws(SystemError) {
    try SystemError.check { fdatasync(number) }
    SystemCall.noteSync(of: number)
  }

  public func link(to path: String) throws(SystemError) {
    try SystemError.check {
      linkat(
        AT_FDCWD, "/proc/self/fd/\(number)", AT_FDCWD, path.systemPath, AT_SYMLINK_FOLLOW)
    }
    SystemCall.note(.named(path))
  }
}

extension Descriptor {
  public enum LockMode: Sendable {
    case exclusive
    case shared

    fileprivate var operation: Int32 {
      switch self {
      case .exclusive: LOCK_EX
      case .shared: LOCK_SH
      }
    }
  }

  /// Waits for an advisory `flock` lock, which ends with the last descriptor of this open file.
  public func lock(_ mode: LockMode) throws(SystemError) {
    try SystemError.check { flock(number, mode.operation) }
  }

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

  /// Closing may not release the lock: until its `exec`, a child being spawned holds all our files.
  public func unlock() {
    _ = flock(number, LOCK_UN)
  }
}
