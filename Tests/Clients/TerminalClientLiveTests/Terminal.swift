import Foundation
import Testing

/// A terminal without a window, and the program `TerminalFaults` on it.
final class Terminal {
  private let master: Int32
  private let path: String
  private(set) var child: pid_t = 0
  /// What the terminal was told since it was last asked.
  private var unread = ""

  struct Failure: Error {
    let description: String
  }

  init(columns: UInt16 = 80, rows: UInt16 = 24) throws {
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
    close(master)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
  }

  /// Starts the program in a session of its own, whose terminal this becomes.
  func start(type: String = "xterm-256color", input: String? = nil) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input ?? path, O_RDWR, 0)
    posix_spawn_file_actions_addopen(&actions, 1, path, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 1, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    let newSession: Int32 = 0x80
    posix_spawnattr_setflags(&attributes, Int16(newSession | POSIX_SPAWN_SETSIGDEF))
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let program = URL(fileURLWithPath: bundle).deletingLastPathComponent()
      .appending(component: "TerminalFaults").path
    var environment = ProcessInfo.processInfo.environment
    environment["TERM"] = type
    // On a terminal, Swift would stay to show the crash, and wait for a key.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    var arguments = [strdup(program), nil]
    var variables = environment.map { strdup("\($0)=\($1)") } + [nil]
    defer { (arguments + variables).forEach { free($0) } }
    let error = posix_spawn(&child, program, &actions, &attributes, &arguments, &variables)
    guard error == 0
    else { throw Failure(description: "\(program) cannot be started: \(error)") }
  }

  func type(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes { write(master, $0.baseAddress, $0.count) }
  }

  func signal(_ number: Int32) {
    kill(child, number)
  }

  /// Reads until the terminal was told that text. The wait is long only where the text never comes.
  @discardableResult
  func expect(_ text: String, sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    while !unread.contains(text) {
      guard let more = read()
      else {
        Issue.record(
          "waited for \(text.debugDescription), got \(unread.debugDescription)",
          sourceLocation: sourceLocation)
        throw Failure(description: "not said: \(text)")
      }
      unread += more
    }
    let end = unread.range(of: text)?.upperBound ?? unread.endIndex
    defer { unread = String(unread[end...]) }
    return String(unread[..<end])
  }

  /// Waits for the program's end.
  ///
  /// - Returns: What else the terminal was told, and the status as `wait` has it.
  func finish() -> (text: String, status: Int32) {
    while let more = read() { unread += more }
    var status: Int32 = 0
    waitpid(child, &status, 0)
    child = 0
    return (unread, status)
  }

  /// Waits until the program has stopped.
  func waitForStop() -> Bool {
    var status: Int32 = 0
    waitpid(child, &status, WUNTRACED)
    return status & 0xff == 0x7f
  }

  /// Whether the terminal is in the mode in which lines are edited and shown.
  var isCooked: Bool {
    var mode = termios()
    return tcgetattr(master, &mode) == 0 && mode.c_lflag & tcflag_t(ICANON | ECHO) != 0
  }

  /// The next piece, or nil when there is no more, or none for half a minute.
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
func onItsOwnThread<Value: Sendable>(
  _ work: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread { continuation.resume(with: Result { try work() }) }.start()
  }
}
