import ConcurrencyExtras
import CTerminalRestore
import Foundation
import TerminalClient

/// A terminal on two descriptors.
final class LiveTerminal: Sendable {
  private let input: Int32
  private let output: Int32
  private let reader = Protected<Reader?>(nil)

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
        "this needs a terminal, and the \(isatty(input) == 1 ? "output" : "input") is none")
    }
    guard !["", "dumb", "unknown"].contains(type)
    else {
      throw TerminalClient.NoTerminal(
        "this terminal cannot be drawn on (TERM=\(type)): set TERM to its kind, as xterm-256color")
    }
    let reader = try Reader(input: input)
    let error = terminal_take(input, output, reader.wakeDescriptor, Modes.enter, Modes.leave)
    guard error == 0
    else {
      reader.stop()
      throw TerminalClient.NoTerminal("the terminal cannot be used: \(message(error))")
    }
    // A program that leaves by `exit` gives the terminal back, too.
    atexit { terminal_give_back() }
    self.reader.withLock { $0 = reader }
    return reader.start()
  }

  func close() {
    terminal_give_back()
    reader.withLock { $0.take() }?.stop()
  }

  func suspend() {
    terminal_suspend()
  }

  func write(_ bytes: [UInt8]) throws {
    try bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let written = Glibc.write(
          output, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if written >= 0 {
          rest = rest.dropFirst(written)
        } else if errno == EAGAIN {
          var wait = pollfd(fd: output, events: Int16(POLLOUT), revents: 0)
          poll(&wait, 1, -1)
        } else if errno != EINTR {
          throw TerminalClient.TerminalGone()
        }
      }
    }
  }
}

func message(_ error: Int32) -> String { String(cString: strerror(error)) }
