import Foundation
import POSIX

/// A child process that writes its output to files, so that nothing blocks.
final class Child: Sendable {
  struct Failure: Error {
    let message: String
  }

  let pid: pid_t

  /// - Parameters:
  ///   - input: The file to be standard input.
  ///   - output: Where standard output and standard error go.
  init(
    _ arguments: [String], environment: [String: String], input: String,
    output: (out: String, error: String)
  ) throws {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    let writing = O_WRONLY | O_CREAT | O_TRUNC
    posix_spawn_file_actions_addopen(&actions, 0, input, O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, output.out, writing, 0o600)
    posix_spawn_file_actions_addopen(&actions, 2, output.error, writing, 0o600)
    // Closes other tests' files: some tests wait until nobody has them open, and a server that runs
    // until its test continues would keep both waiting forever.
    closeOthers(in: &actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGINT, SIGPIPE, SIGTERM] { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    // With its children, it is a process group that can be killed as a whole.
    posix_spawnattr_setpgroup(&attributes, 0)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETPGROUP))
    var words = arguments.map { strdup($0) } + [nil]
    var variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for text in words + variables { free(text) } }
    var pid: pid_t = 0
    let code = posix_spawn(&pid, arguments[0], &actions, &attributes, &words, &variables)
    guard code == 0
    else { throw Failure(message: "\(arguments[0]): \(String(cString: strerror(code)))") }
    self.pid = pid
  }

  func send(_ signal: Int32) {
    kill(pid, signal)
  }

  struct End {
    /// As in a shell: 128 plus the number of a signal.
    let status: Int32
    /// In bytes.
    let peakMemory: Int
  }

  /// Waits, with the thread, for its end.
  ///
  /// - Throws: ``Failure`` if it has not ended after ten minutes, which no program here needs. It
  ///   is then killed with its children, since threads that wait forever would block all tests.
  func wait() throws -> End {
    var status: Int32 = 0
    var usage = rusage()
    let deadline = ContinuousClock.now + .seconds(600)
    var pause: UInt32 = 100
    while true {
      let ended = wait4(pid, &status, WNOHANG, &usage)
      if ended == pid { break }
      guard ended == 0 || errno == EINTR
      else { throw Failure(message: "wait4: \(String(cString: strerror(errno)))") }
      guard ContinuousClock.now < deadline
      else {
        let group = processes()
        kill(-pid, SIGKILL)
        wait4(pid, &status, 0, &usage)
        throw Failure(message: "not ended after ten minutes: \(group)")
      }
      usleep(pause)
      pause = min(pause * 2, 10_000)
    }
    let signal = status & 0x7f
    return End(
      status: signal == 0 ? status >> 8 & 0xff : 128 + signal,
      peakMemory: Int(usage.ru_maxrss) * 1024)
  }

  /// The processes of the group, each with its command line and its wait channel in the kernel.
  private func processes() -> String {
    let all = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
    return all.compactMap { Int32($0) }.filter { getpgid($0) == pid }.map { process in
      func text(_ name: String) -> String {
        let data = FileManager.default.contents(atPath: "/proc/\(process)/\(name)") ?? Data()
        return String(decoding: data, as: UTF8.self)
          .replacingOccurrences(of: "\0", with: " ")
      }
      return "\(process) \(text("cmdline").prefix(300)) (\(text("wchan")))"
    }.joined(separator: ", ")
  }
}

/// A file by which the child reports that it has reached a point.
final class Signpost: Sendable {
  let path: String
  private let descriptor: Int32

  init(_ path: String) throws {
    guard mkfifo(path, 0o666) == 0
    else { throw Child.Failure(message: "mkfifo \(path)") }
    self.path = path
    descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
  }

  deinit {
    close(descriptor)
  }

  /// Waits until a line has been written, a minute at most.
  func wait() throws {
    var ready = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    guard poll(&ready, 1, 60_000) == 1
    else { throw Child.Failure(message: "nothing came to \(path)") }
    var byte: UInt8 = 0
    while read(descriptor, &byte, 1) == 1, byte != UInt8(ascii: "\n") {}
  }
}
