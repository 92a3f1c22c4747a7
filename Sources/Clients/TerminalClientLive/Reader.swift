import Foundation
import POSIX
import TerminalClient

final class Reader: Sendable {
  private let input: Int32
  /// Signal handlers and ``stop()`` write one byte per event.
  private let wake: (read: Int32, write: Int32)
  private let pauses = Mutex<[CheckedContinuation<Void, Never>]?>([])

  init(input: Int32) throws {
    var descriptors: [Int32] = [0, 0]
    guard pipe(&descriptors) == 0
    else { throw TerminalClient.NoTerminal("cannot create a pipe: \(SystemError.latest.reason)") }
    for descriptor in descriptors {
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    }
    self.input = input
    self.wake = (descriptors[0], descriptors[1])
  }

  var wakeDescriptor: Int32 { wake.write }

  func start() -> AsyncStream<TerminalClient.Event> {
    let (stream, continuation) = AsyncStream<TerminalClient.Event>.makeStream()
    do {
      try startThread("terminal") { [self] in
        run(continuation)
        continuation.finish()
      }
    } catch {
      resumePauses(isEnd: true)
      continuation.finish()
    }
    return stream
  }

  /// Keeps the pipe open, since a signal handler may still write to it.
  func stop() {
    send("q")
  }

  func pause() async {
    await withCheckedContinuation { continuation in
      let isWaiting = pauses.withLock { $0?.append(continuation) != nil }
      if isWaiting { send("p") } else { continuation.resume() }
    }
  }

  func resume() {
    send("c")
  }

  private func send(_ event: Unicode.Scalar) {
    try? Descriptor(borrowing: wake.write).write([UInt8(ascii: event)])
  }

  private func run(_ events: AsyncStream<TerminalClient.Event>.Continuation) {
    defer { resumePauses(isEnd: true) }
    var isPaused = false
    while let ready = try? waitForInput(from: isPaused ? [wake.read] : [wake.read, input]) {
      if ready[0] {
        let bytes = (try? Descriptor(borrowing: wake.read).read(upTo: 1 << 8)) ?? []
        if bytes.contains(UInt8(ascii: "q")) { return }
        if bytes.contains(UInt8(ascii: "p")) {
          isPaused = true
          resumePauses()
        }
        if bytes.contains(UInt8(ascii: "c")) {
          isPaused = false
          events.yield(.resumed)
        }
        if bytes.contains(UInt8(ascii: "w")) { events.yield(.resized) }
      }
      if !isPaused, ready.count > 1, ready[1] {
        do {
          let bytes = try Descriptor(borrowing: input).read(upTo: 1 << 16)
          guard !bytes.isEmpty
          else { return }
          events.yield(.bytes(bytes))
        } catch {
          guard error.code == EAGAIN
          else { return }
        }
      }
    }
  }

  private func resumePauses(isEnd: Bool = false) {
    for pause in pauses.withLock({ pauses in
      defer { pauses = isEnd ? nil : [] }
      return pauses ?? []
    }) { pause.resume() }
  }
}
