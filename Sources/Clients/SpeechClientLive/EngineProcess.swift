import ConcurrencyExtras
import Foundation
import Glibc
import ProcessSpawn

/// A running engine: a child process, its lines, and its end.
///
/// A thread of its own reads what the process says and collects it when it is dead, so that no
/// zombie stays. Writing is done on a queue of its own, because it blocks when the process does
/// not read. No signal is raised in our process when the other end is gone.
final class EngineProcess: Sendable {
  /// A line longer than this is no message.
  static let longestLine = 4 << 20

  /// What the process writes on its standard output; finishes when the process is gone.
  let lines: AsyncStream<Data>
  private let state: Shared
  private let writer = DispatchQueue(label: "speech-engine.writer")

  init(_ command: EngineCommand, environment: [String: String]) throws(SpawnError) {
    let child = try spawn(command, environment: environment)
    let (lines, continuation) = AsyncStream.makeStream(of: Data.self)
    let state = Shared(child)
    self.lines = lines
    self.state = state
    let thread = Thread { state.read(into: continuation) }
    thread.name = "speech-engine.reader"
    thread.start()
    if !command.preface.isEmpty {
      writer.async { state.write(command.preface) }
    }
  }

  deinit {
    kill()
    closeInput()
  }

  /// How the process ended; `nil` while it runs.
  var end: ProcessEnd? { state.status.withLock { $0.end } }

  /// Writes a line, and the bytes that belong to it, after all that was written before. Does not
  /// wait, and does nothing once the process is gone.
  func write(_ line: Data, followedBy bytes: Data = Data()) {
    writer.async { [state] in
      state.write(line + Data("\n".utf8))
      if !bytes.isEmpty { state.write(bytes) }
    }
  }

  /// Ends the process without asking it. Does nothing once it is gone.
  func kill(because reason: String? = nil) {
    state.kill(because: reason)
  }

  /// Tells the process that nothing more comes, which ends it.
  private func closeInput() {
    writer.async { [state] in state.closeInput() }
  }
}

/// How a process ended.
struct ProcessEnd: Equatable, Sendable {
  enum Status: Equatable, Sendable {
    case exited(Int32)
    case signaled(Int32)
  }

  var status: Status
  /// The last it wrote on its standard error.
  var log: String
  /// Why we ended it, if we did.
  var reason: String?

  /// In words: why it ended, as far as can be told.
  var explanation: String {
    if let reason { return reason }
    let last = log.split(whereSeparator: \.isNewline).last { !$0.allSatisfy(\.isWhitespace) }
    let cause =
      switch status {
      case .exited(let code): "exit code \(code)"
      case .signaled(let signal): "killed by signal \(signal)"
      }
    return last.map { "\($0.prefix(300)) (\(cause))" } ?? cause
  }
}

/// What the reading thread, the writing queue and the owner have in common.
private final class Shared: Sendable {
  struct Status {
    var end: ProcessEnd?
    var reason: String?
    var input: Int32
  }

  let status: Protected<Status>
  private let child: SpawnedProcess

  init(_ child: SpawnedProcess) {
    self.child = child
    status = Protected(Status(input: child.input))
  }

  /// On the writing queue only.
  func write(_ data: Data) {
    let input = status.withLock { $0.input }
    guard input >= 0
    else { return }
    data.withUnsafeBytes { bytes in
      var rest = bytes[bytes.startIndex...]
      while !rest.isEmpty {
        let count = send(
          input, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count,
          Int32(MSG_NOSIGNAL))
        if count < 0, errno == EINTR { continue }
        guard count > 0
        else { return }  // the process is gone, which its reader finds out
        rest = rest.dropFirst(count)
      }
    }
  }

  /// On the writing queue only, so that no write is under way.
  func closeInput() {
    let input = status.withLock { status in
      defer { status.input = -1 }
      return status.input
    }
    if input >= 0 { close(input) }
  }

  func kill(because reason: String?) {
    status.withLock { status in
      // Under the lock, and reaped under it too: the number cannot be another process's yet.
      guard status.end == nil
      else { return }
      status.reason = status.reason ?? reason
      _ = Glibc.kill(child.pid, SIGKILL)
    }
  }

  func read(into continuation: AsyncStream<Data>.Continuation) {
    var lines = LineBuffer()
    var log: [UInt8] = []
    var open = [
      pollfd(fd: child.output, events: Int16(POLLIN), revents: 0),
      pollfd(fd: child.log, events: Int16(POLLIN), revents: 0),
    ]
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while open.contains(where: { $0.fd >= 0 }) {
      // Once its output is closed, the process has two seconds to end by itself.
      let limit: Int32 = open[0].fd >= 0 ? -1 : 2000
      let ready = poll(&open, 2, limit)
      if ready < 0, errno == EINTR { continue }
      if ready <= 0 { break }
      for index in open.indices where open[index].fd >= 0 && open[index].revents != 0 {
        let count = Glibc.read(open[index].fd, &buffer, buffer.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0
        else {
          open[index].fd = -1
          continue
        }
        if index == 1 {
          log.append(contentsOf: buffer[..<count])
          log.removeFirst(max(0, log.count - 4096))
        } else if !lines.append(buffer[..<count], { continuation.yield($0) }) {
          kill(because: "it wrote a line that is too long to be a message")
        }
      }
    }
    close(child.output)
    close(child.log)
    reap(log: String(decoding: log, as: UTF8.self))
    continuation.finish()
  }

  private func reap(log: String) {
    var info = siginfo_t()
    for _ in 0..<2000 {
      // Without collecting it yet: until then nobody else can get its number.
      let found = waitid(P_PID, id_t(child.pid), &info, WEXITED | WNOWAIT | WNOHANG)
      if found != 0 || info.si_signo == SIGCHLD { break }
      usleep(1000)
    }
    if info.si_signo != SIGCHLD { _ = Glibc.kill(child.pid, SIGKILL) }
    _ = waitid(P_PID, id_t(child.pid), &info, WEXITED | WNOWAIT)
    status.withLock { status in
      var code: Int32 = 0
      _ = waitpid(child.pid, &code, 0)
      let signal = code & 0x7f
      status.end = ProcessEnd(
        status: signal == 0 ? .exited(code >> 8 & 0xff) : .signaled(signal),
        log: log, reason: status.reason)
    }
  }
}

/// Puts lines together.
struct LineBuffer {
  private var rest = Data()

  /// `false` if a line grew too long.
  mutating func append(_ bytes: some Collection<UInt8>, _ line: (Data) -> Void) -> Bool {
    var bytes = bytes[...]
    while let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
      rest.append(contentsOf: bytes[..<end])
      line(rest)
      rest = Data()
      bytes = bytes[bytes.index(after: end)...]
    }
    rest.append(contentsOf: bytes)
    return rest.count <= EngineProcess.longestLine
  }
}
