public import ConsoleClient
public import Dependencies
import Foundation

extension ConsoleClient: DependencyKey {
  /// The process's own standard streams.
  public static let liveValue = ConsoleClient(
    isTerminal: { isatty($0.descriptor) == 1 },
    keys: { Keyboard.keys() },
    write: { text, stream in try write(text, to: stream.descriptor) },
    wantsColor: { ProcessInfo.processInfo.environment["NO_COLOR"]?.isEmpty ?? true },
    width: {
      var size = winsize()
      guard ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0
      else { return 80 }
      return Int(size.ws_col)
    })

  private static func write(_ text: String, to descriptor: Int32) throws {
    var text = text
    try text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)
      while !rest.isEmpty {
        let written = Glibc.write(descriptor, rest.baseAddress, rest.count)
        if written >= 0 {
          rest = UnsafeRawBufferPointer(rebasing: rest.dropFirst(written))
        } else if errno == EPIPE || errno == EBADF {
          throw OutputClosed()
        } else if errno == EAGAIN {
          var wait = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
          poll(&wait, 1, -1)
        } else if errno != EINTR {
          throw OutputFailed(reason: String(cString: strerror(errno)))
        }
      }
    }
  }
}

extension ConsoleClient.Stream {
  fileprivate var descriptor: Int32 {
    switch self {
    case .error: STDERR_FILENO
    case .output: STDOUT_FILENO
    }
  }
}
