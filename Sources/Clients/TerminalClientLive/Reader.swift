import Foundation
import POSIX
import TerminalClient

/// A thread that waits for keys, and for what signal handlers have to say.
final class Reader: Sendable {
  private let input: Int32
  /// A pipe: handlers and ``stop()`` write a byte for each event.
  private let wake: (read: Int32, write: Int32)

  init(input: Int32) throws {
    var descriptors: [Int32] = [0, 0]
    guard pipe(&descriptors) == 0
    else { throw TerminalClient.NoTerminal("no pipe can be made: \(SystemError.latest.reason)") }
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
    let thread = Thread { [self] in
      run(continuation)
      continuation.finish()
    }
    thread.name = "terminal"
    thread.start()
    return stream
  }

  /// Ends the thread. The pipe stays: a handler may still be about to write to it.
  func stop() {
    send("q")
  }

  private func send(_ event: Unicode.Scalar) {
    var byte = UInt8(ascii: event)
    while write(wake.write, &byte, 1) < 0, errno == EINTR {}
  }

  private func run(_ events: AsyncStream<TerminalClient.Event>.Continuation) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var watched = [
      pollfd(fd: wake.read, events: Int16(POLLIN), revents: 0),
      pollfd(fd: input, events: Int16(POLLIN), revents: 0),
    ]
    while true {
      if poll(&watched, nfds_t(watched.count), -1) < 0 {
        if errno == EINTR || errno == EAGAIN { continue }
        return
      }
      if watched[0].revents != 0 {
        let count = max(0, read(wake.read, &buffer, buffer.count))
        let bytes = buffer[..<count]
        if bytes.contains(UInt8(ascii: "q")) { return }
        if bytes.contains(UInt8(ascii: "c")) { events.yield(.resumed) }
        if bytes.contains(UInt8(ascii: "w")) { events.yield(.resized) }
      }
      if watched[1].revents != 0 {
        let count = read(input, &buffer, buffer.count)
        if count > 0 {
          events.yield(.bytes(Array(buffer[..<count])))
        } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
          return
        }
      }
    }
  }
}
