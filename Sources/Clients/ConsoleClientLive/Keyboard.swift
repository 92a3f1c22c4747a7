import ConcurrencyExtras
import Foundation
import Synchronization

/// The terminal's keys, one by one.
public enum Keyboard {
  /// The terminal's settings before they were changed.
  private static let saved = Protected<termios?>(nil)

  static func keys() -> AsyncStream<Character> {
    AsyncStream(bufferingPolicy: .bufferingNewest(16)) { continuation in
      guard prepareTerminal()
      else { return continuation.finish() }
      let isDone = Flag()
      continuation.onTermination = { _ in
        isDone.set()
        restoreTerminal()
      }
      // A thread of its own, since it waits.
      Thread {
        var bytes = [UInt8](repeating: 0, count: 16)
        while !isDone.isSet {
          var input = pollfd(fd: STDIN_FILENO, events: Int16(POLLIN), revents: 0)
          guard poll(&input, 1, 100) > 0
          else { continue }
          let count = read(STDIN_FILENO, &bytes, bytes.count)
          guard count > 0
          else { return continuation.finish() }
          for character in names(of: String(decoding: bytes[..<count], as: UTF8.self)) {
            continuation.yield(character)
          }
        }
      }.start()
    }
  }

  /// Gives the terminal back as it was. To be called before the process ends.
  public static func restoreTerminal() {
    saved.withLock { settings in
      guard var before = settings
      else { return }
      tcsetattr(STDIN_FILENO, TCSANOW, &before)
      settings = nil
    }
  }

  /// Arrows come as sequences that begin with escape; here they are single characters.
  private static func names(of input: String) -> String {
    var text = input
    for (sequence, name) in [("A", "↑"), ("B", "↓"), ("C", "→"), ("D", "←")] {
      text = text.replacingOccurrences(of: "\u{1b}[\(sequence)", with: name)
    }
    return text
  }

  private static func prepareTerminal() -> Bool {
    saved.withLock { settings in
      var now = termios()
      // A process in the background that touches the terminal is stopped.
      guard settings == nil, tcgetattr(STDIN_FILENO, &now) == 0,
        tcgetpgrp(STDIN_FILENO) == getpgrp()
      else { return false }
      settings = now
      now.c_lflag &= ~tcflag_t(ICANON | ECHO)
      return tcsetattr(STDIN_FILENO, TCSANOW, &now) == 0
    }
  }
}

private final class Flag: Sendable {
  private let value = Atomic(false)

  var isSet: Bool { value.load(ordering: .relaxed) }

  func set() { value.store(true, ordering: .relaxed) }
}
