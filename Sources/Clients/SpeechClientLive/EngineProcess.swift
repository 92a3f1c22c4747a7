import ConcurrencyExtras
import Foundation
import Glibc
import POSIX
import SharedModels

/// A running engine: a child process, its lines, and its end.
///
/// A thread of its own reads what the process says, no faster than it is taken, and collects it when
/// it is dead, so that no zombie stays. Writing is done on a queue of its own, because it blocks when the process does
/// not read. No signal is raised in our process when the other end is gone.
final class EngineProcess: EngineTransport {
  /// A line longer than this is not a message.
  static let longestLine = 4 << 20

  /// What the process writes on its standard output; finishes when the process is gone.
  let lines: LineQueue
  private let state: EngineProcessState
  private let writer = DispatchQueue(label: "speech-engine.writer")

  init(_ command: EngineCommand, environment: [String: String]) throws(SystemError) {
    let child = try SpawnedProcess(command, environment: environment)
    let lines = LineQueue()
    let state = EngineProcessState(child)
    self.lines = lines
    self.state = state
    try startThread("speech-engine.reader") { state.read(into: lines) }
    if !command.preface.isEmpty {
      writer.async { state.write(command.preface) }
    }
  }

  deinit {
    kill()
    finish()
  }

  /// How the process ended; `nil` while it runs.
  var end: ProcessEnd? { state.status.withLock { $0.end } }

  func write(_ line: Data, followedBy bytes: Data) {
    writer.async { [state] in
      state.write(line + Data("\n".utf8))
      if !bytes.isEmpty { state.write(bytes) }
    }
  }

  func waitUntilTaken() async {
    await withCheckedContinuation { continuation in
      writer.async { continuation.resume() }
    }
  }

  func kill(because reason: String?) {
    state.kill(because: reason)
  }

  func finish() {
    writer.async { [state] in state.closeInput() }
  }
}

/// How a process ended.
struct ProcessEnd: Equatable, Sendable {
  var status: ChildEnd
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
    return last.map { "\($0.prefix(300).withoutControls) (\(cause))" } ?? cause
  }
}

/// What the reading thread, the writing queue and the owner have in common.
private final class EngineProcessState: Sendable {
  struct Status: ~Copyable {
    var end: ProcessEnd?
    var reason: String?
    /// Each is there until it is closed.
    var input: Descriptor?
    var output: Descriptor?
    var log: Descriptor?
  }

  let status: Protected<Status>
  private let program: GuardedChild

  init(_ child: consuming SpawnedProcess) {
    program = child.program
    status = Protected(Status(input: child.input, output: child.output, log: child.log))
  }

  /// On the writing queue only.
  func write(_ data: Data) {
    // Not under the lock, since it may wait. It is closed on this queue only.
    guard let input = status.withLock({ $0.input?.number })
    else { return }
    // It fails when the process is gone, which its reader finds out.
    data.withUnsafeBytes { try? Descriptor(borrowing: input).send($0) }
  }

  /// On the writing queue only, so that no write is under way.
  func closeInput() {
    status.withLock { $0.input = nil }
  }

  func kill(because reason: String?) {
    status.withLock { status in
      // Under the lock, and reaped under it too: the number cannot be another process's yet.
      guard status.end == nil
      else { return }
      status.reason = status.reason ?? reason
      program.kill()
    }
  }

  func read(into queue: LineQueue) {
    var lines = LineBuffer()
    var log: [UInt8] = []
    // The numbers of the output and the log, negative once they have ended.
    var open = status.withLock { [$0.output?.number ?? -1, $0.log?.number ?? -1] }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while open.contains(where: { $0 >= 0 }) {
      // Once its output is closed, the process has two seconds to end by itself.
      let limit: Int32? = open[0] >= 0 ? nil : 2000
      guard let ready = try? waitForInput(from: open, milliseconds: limit), ready.contains(true)
      else { break }
      for index in open.indices where ready[index] {
        let count = buffer.withUnsafeMutableBytes {
          (try? Descriptor(borrowing: open[index]).read(into: $0)) ?? 0
        }
        guard count > 0
        else {
          open[index] = -1
          continue
        }
        if index == 1 {
          log.append(contentsOf: buffer[..<count])
          log.removeFirst(max(0, log.count - 4096))
        } else if !lines.append(buffer[..<count], queue.add) {
          kill(because: "it sent a line that is too long for a message")
        }
      }
    }
    status.withLock {
      $0.output = nil
      $0.log = nil
    }
    reap(log: String(decoding: log, as: UTF8.self))
    queue.finish()
  }

  private func reap(log: String) {
    for _ in 0..<2000 {
      // Without collecting it yet: until then nobody else can get its number.
      guard let hasEnded = try? program.hasEnded(waiting: false), !hasEnded
      else { break }
      usleep(1000)
    }
    if (try? program.hasEnded(waiting: false)) != true { program.kill() }
    _ = try? program.hasEnded(waiting: true)
    status.withLock { status in
      let end = (try? program.collect()) ?? .exited(0)
      status.end = ProcessEnd(status: end, log: log, reason: status.reason)
    }
  }
}
