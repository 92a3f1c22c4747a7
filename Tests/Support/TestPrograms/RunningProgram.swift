import Glibc
public import POSIX

/// A program that a test talks to over its standard input and output. It is killed with its owner
/// unless it has ended.
public final class RunningProgram: Sendable {
  /// `nil` once it is collected, because the number may then be another program's.
  private let pid: Mutex<pid_t?>
  private let stream: Descriptor

  public init(_ path: String, _ arguments: [String]) throws {
    let pair = try SocketPair()
    let pid = try spawnProcess(
      path, arguments, input: pair.far.number, output: pair.far.number, errors: STDERR_FILENO)
    self.pid = Mutex(pid)
    stream = pair.closingFar()
  }

  deinit {
    guard let pid = pid.withLock({ $0 })
    else { return }
    kill(pid, SIGKILL)
    _ = try? collectChild(pid)
  }

  /// Waits for output, and returns at most `count` bytes of it.
  public func read(upTo count: Int) async throws -> String {
    try await onOwnThread("reader") { [self] in
      String(decoding: try stream.read(upTo: count), as: UTF8.self)
    }
  }

  public func endInput() {
    shutdown(stream.number, Int32(SHUT_WR))
  }

  /// Waits for the end, after a signal if there is one, and returns `nil` if it was awaited before.
  public func end(after signal: Int32? = nil) async throws -> ChildEnd? {
    try await onOwnThread("end") { [self] in
      guard let child = pid.withLock({ $0 })
      else { return nil }
      if let signal { kill(child, signal) }
      let end = try collectChild(child)
      pid.withLock { $0 = nil }
      return end
    }
  }
}
