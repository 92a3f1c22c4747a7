import CTerminalRestore
import Foundation
import POSIX
import TerminalClient

final class LiveTerminal: Sendable {
  private let input: Int32
  private let output: Int32
  /// Separate because writes block while a terminal is slow or stopped by Ctrl-S.
  private let writes = DispatchQueue(label: "terminal", qos: .userInteractive)
  private let reader = Mutex<Reader?>(nil)
  private let isLent = Mutex(false)

  init(input: Int32, output: Int32) {
    self.input = input
    self.output = output
  }

  var size: TerminalClient.Size {
    var size = winsize()
    guard ioctl(output, UInt(TIOCGWINSZ), &size) == 0
    else { return .zero }
    return TerminalClient.Size(width: Int(size.ws_col), height: Int(size.ws_row))
  }

  func open(type: String) throws -> AsyncStream<TerminalClient.Event> {
    guard isatty(input) == 1, isatty(output) == 1
    else {
      throw TerminalClient.NoTerminal(
        "this needs a terminal, but the \(isatty(input) == 1 ? "output" : "input") is not one")
    }
    guard TerminalClient.canDraw(type: type)
    else {
      throw TerminalClient.NoTerminal(
        "cannot draw on this terminal (TERM=\(type)): set TERM to its type, such as xterm-256color")
    }
    return try acquire(drawingOn: output, TERMINAL_SCREEN, enter: Modes.enter, leave: Modes.leave)
  }

  func keys() -> AsyncStream<Character> {
    // The system stops a background process that touches the terminal.
    guard isatty(input) == 1, tcgetpgrp(input) == getpgrp(),
      // Output may be redirected, so the colors are reset on the input's terminal.
      let events = try? acquire(
        drawingOn: input, TERMINAL_KEYS, enter: "", leave: Modes.resetColors)
    else { return AsyncStream { $0.finish() } }
    return AsyncStream(bufferingPolicy: .bufferingNewest(16)) { continuation in
      let task = Task {
        for await case .bytes(let bytes) in events {
          for key in Self.keys(in: bytes) { continuation.yield(key) }
        }
        continuation.finish()
      }
      continuation.onTermination = { [self] _ in
        task.cancel()
        close()
      }
    }
  }

  private static func keys(in bytes: [UInt8]) -> String {
    var text = String(decoding: bytes, as: UTF8.self)
    for (sequence, name) in [("A", "↑"), ("B", "↓"), ("C", "→"), ("D", "←")] {
      text = text.replacingOccurrences(of: "\u{1b}[\(sequence)", with: name)
    }
    return text
  }

  private func acquire(
    drawingOn output: Int32, _ mode: terminal_mode, enter: String, leave: String
  ) throws -> AsyncStream<TerminalClient.Event> {
    let reader = try Reader(input: input)
    let error = terminal_take(input, output, reader.wakeDescriptor, mode, enter, leave)
    guard error == 0
    else {
      reader.stop()
      throw TerminalClient.NoTerminal(
        "the terminal cannot be used: \(SystemError(code: error).reason)")
    }
    // Restores the terminal on `exit`, too.
    atexit { terminal_give_back() }
    self.reader.withLock { $0 = reader }
    return reader.start()
  }

  func close() {
    terminal_give_back()
    reader.withLock { $0.take() }?.stop()
  }

  func lend(to operation: @Sendable () async throws -> Void) async throws {
    guard let reader = reader.withLock({ $0 })
    else { return try await operation() }
    await reader.pause()
    isLent.withLock { $0 = true }
    await withCheckedContinuation { continuation in
      writes.async {
        terminal_give_back()
        continuation.resume()
      }
    }
    defer {
      // Unless it was closed in between.
      if self.reader.withLock({ $0 === reader }) { reacquire(reader) }
    }
    try await operation()
  }

  /// Only the screen is lent. Keys alone don't interfere.
  private func reacquire(_ reader: Reader) {
    let error = terminal_take(
      input, output, reader.wakeDescriptor, TERMINAL_SCREEN, Modes.enter, Modes.leave)
    isLent.withLock { $0 = false }
    if error == 0 { reader.resume() } else { reader.stop() }
  }

  func suspend() {
    terminal_suspend()
  }

  func write(_ bytes: [UInt8]) async throws {
    try await withCheckedThrowingContinuation { continuation in
      writes.async { [self] in
        guard !isLent.withLock({ $0 })
        else { return continuation.resume() }
        let result = Result { try Descriptor(borrowing: output).write(bytes) }
        continuation.resume(with: result.mapError { _ in TerminalClient.TerminalGone() })
      }
    }
  }
}
