public import Foundation
import POSIX

/// A terminal without a window, and a program on it.
public final class Terminal {
  private var master: Int32
  private let path: String
  public private(set) var child: pid_t = 0
  /// The bytes sent to the terminal since the last query.
  private var unread = ""

  public struct Failure: Error, CustomStringConvertible {
    public let description: String
  }

  public init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
    // The functions for this are hidden from Swift: they are extensions of POSIX.
    master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    var (unlocked, number) = (Int32(0), Int32(0))
    let (setLock, getNumber) = (UInt(0x4004_5431), UInt(0x8004_5430))
    guard ioctl(master, setLock, &unlocked) == 0, ioctl(master, getNumber, &number) == 0
    else { throw Failure(description: "no terminal can be made: \(errno)") }
    path = "/dev/pts/\(number)"
    resize(columns: columns, rows: rows)
  }

  deinit {
    if child > 0 {
      kill(child, SIGKILL)
      var status: Int32 = 0
      waitpid(child, &status, 0)
    }
    if master >= 0 { close(master) }
  }

  public func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Starts a program in its own session, with this as its terminal.
  ///
  /// - Parameters:
  ///   - program: Its path.
  ///   - arguments: Without the program's name.
  ///   - environment: All of it.
  ///   - input: The file to be standard input; the terminal, unless there is one.
  public func start(
    _ program: String, _ arguments: [String] = [], environment: [String: String],
    input: String? = nil
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input ?? path, O_RDWR, 0)
    posix_spawn_file_actions_addopen(&actions, 1, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    // Closes other tests' files: some tests wait until nobody has them open.
    closeOthers(in: &actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let newSession: Int32 = 0x80
    posix_spawnattr_setflags(&attributes, Int16(newSession | POSIX_SPAWN_SETSIGDEF))
    var words = ([program] + arguments).map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    let error = posix_spawn(&child, program, &actions, &attributes, &words, &variables)
    guard error == 0
    else { throw Failure(description: "\(program) cannot be started: \(error)") }
  }

  /// Types a text, all of it.
  public func type(_ text: String) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
      guard count > 0
      else { return }
      rest = rest.dropFirst(count)
    }
  }

  /// Closes the window.
  public func hangUp() {
    close(master)
    master = -1
  }

  public func signal(_ number: Int32) {
    kill(child, number)
  }

  /// Reads until the terminal has received the text. The timeout is long.
  @discardableResult
  public func expect(_ text: String) throws -> String {
    while !unread.contains(text) {
      guard let more = read()
      else {
        throw Failure(
          description: "waited for \(text.debugDescription), got \(unread.debugDescription)")
      }
      unread += more
    }
    let end = unread.range(of: text)?.upperBound ?? unread.endIndex
    defer { unread = String(unread[end...]) }
    return String(unread[..<end])
  }

  /// Waits for the program's end. One that does not end in five minutes is killed.
  ///
  /// - Returns: The remaining output, and the status as from `wait`.
  public func finish() -> (text: String, status: Int32) {
    while let more = read() { unread += more }
    var status: Int32 = 0
    let deadline = ContinuousClock.now + .seconds(300)
    while waitpid(child, &status, WNOHANG) == 0, ContinuousClock.now < deadline { usleep(1_000) }
    if ContinuousClock.now >= deadline, waitpid(child, &status, WNOHANG) == 0 {
      kill(child, SIGKILL)
      waitpid(child, &status, 0)
    }
    child = 0
    return (unread, status)
  }

  /// Waits until the program has stopped.
  public func waitForStop() -> Bool {
    var status: Int32 = 0
    waitpid(child, &status, WUNTRACED)
    return status & 0xff == 0x7f
  }

  /// Whether the terminal is in the mode in which lines are edited and shown.
  public var isCooked: Bool {
    var mode = termios()
    return tcgetattr(master, &mode) == 0 && mode.c_lflag & tcflag_t(ICANON | ECHO) != 0
  }

  /// The next chunk, or `nil` at the end or after half a minute.
  private func read() -> String? {
    var buffer = [UInt8](repeating: 0, count: 4096)
    var watched = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
    guard poll(&watched, 1, 30_000) > 0
    else { return nil }
    let count = Glibc.read(master, &buffer, buffer.count)
    return count > 0 ? String(decoding: buffer[..<count], as: UTF8.self) : nil
  }
}

/// Runs code that waits for another process: on a task's thread, it could keep the tasks from
/// running that other tests wait for.
public func onItsOwnThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try work() }) }.start()
  }
}
