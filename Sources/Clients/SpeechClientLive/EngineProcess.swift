import Foundation
import Glibc
import POSIX
import SharedModels

/// Reads on a thread, at the consumer's pace, and writes on a queue, because writes can block.
final class EngineProcess: EngineTransport {
  static let longestLine = 4 << 20

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

  var end: ProcessEnd? { state.status.withLock { $0.end } }

  func write(_ line: Data, followedBy bytes: Data) {
    writer.async { [state] in
      state.write(line + Data("\n".utf8))
      if !bytes.isEmpty { state.write(bytes) }
    }
  }

  func waitUntilWritten() async {
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

struct ProcessEnd: Equatable, Sendable {
  var status: ChildEnd
  var log: String
  var reason: String?

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

private final class EngineProcessState: Sendable {
  struct Status: ~Copyable {
    var end: ProcessEnd?
    var reason: String?
    var input: Descriptor?
    var output: Descriptor?
    var log: Descriptor?
  }

  let status: Mutex<Status>
  private let program: GuardedChild

  init(_ child: consuming SpawnedProcess) {
    program = child.program
    status = Mutex(Status(input: child.input, output: child.output, log: child.log))
  }

  func write(_ data: Data) {
    // Not under the lock, because it may block. The input is closed on this queue only.
    guard let input = status.withLock({ $0.input?.number })
    else { return }
    // Fails once the process is gone, which the reader detects.
    data.withUnsafeBytes { try? Descriptor(borrowing: input).send($0) }
  }

  /// Called on the writing queue only, so that no write is in progress.
  func closeInput() {
    status.withLock { $0.input = nil }
  }

  func kill(because reason: String?) {
    status.withLock { status in
      // Reaping takes the lock too, so the pid can't belong to another process yet.
      guard status.end == nil
      else { return }
      status.reason = status.reason ?? reason
      program.kill()
    }
  }

  func read(into queue: LineQueue) {
    var lines = LineBuffer()
    var log: [UInt8] = []
    var open = status.withLock { [$0.output?.number ?? -1, $0.log?.number ?? -1] }
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while open.contains(where: { $0 >= 0 }) {
      // After closing its output, the process has two seconds to exit by itself.
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
      // Doesn't reap yet: until then the pid is not reused.
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
