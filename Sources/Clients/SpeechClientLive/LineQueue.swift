import ConcurrencyExtras
import Dispatch
import Foundation

/// A bounded queue. When full, it blocks the reading thread, and thereby the writing process.
final class LineQueue: Sendable {
  static let byteLimit = 1 << 18

  private struct State: Sendable {
    var byteCount = 0
    var hasEnded = false
    var isFull = false
    var lines: [Data] = []
    var receiver: CheckedContinuation<Void, Never>?
  }

  private let room = DispatchSemaphore(value: 0)
  private let state = LockIsolated(State())

  func add(_ line: Data) {
    let (receiver, isFull) = state.withLock { state in
      state.lines.append(line)
      state.byteCount += line.count
      state.isFull = state.byteCount > Self.byteLimit
      return (state.receiver.take(), state.isFull)
    }
    receiver?.resume()
    if isFull { room.wait() }
  }

  var hasEnded: Bool { state.withLock { $0.hasEnded } }

  func finish() {
    let receiver = state.withLock { state in
      state.hasEnded = true
      return state.receiver.take()
    }
    receiver?.resume()
  }

  /// Returns all queued lines, at least one; `nil` after the last. One task at a time may call it.
  func next() async -> [Data]? {
    while true {
      let (lines, hasEnded) = takeAll()
      if !lines.isEmpty { return lines }
      if hasEnded { return nil }
      await withCheckedContinuation(wait)
    }
  }

  private func takeAll() -> (lines: [Data], hasEnded: Bool) {
    let (lines, hasEnded, wasFull) = state.withLock { state in
      defer { (state.lines, state.byteCount, state.isFull) = ([], 0, false) }
      return (state.lines, state.hasEnded, state.isFull)
    }
    if wasFull { room.signal() }
    return (lines, hasEnded)
  }

  private func wait(_ receiver: CheckedContinuation<Void, Never>) {
    let isDue = state.withLock { state in
      guard state.lines.isEmpty, !state.hasEnded
      else { return true }
      state.receiver = receiver
      return false
    }
    if isDue { receiver.resume() }
  }
}

struct LineBuffer {
  private var rest = Data()

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
