import ConcurrencyExtras
import Dispatch
import FolderWatchClient
import Foundation
import POSIX

/// Has the system tell when something happens in folders: that it did, and not what, since a look
/// into the folders says that.
final class FolderNotifier: Sendable {
  /// Is sent when something has happened.
  let signal = ChangeSignal()

  /// `IN_MODIFY` is left out: what is being written is looked at again anyway, until it is at rest.
  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE_SELF | IN_MOVED_TO | IN_MOVE_SELF | IN_ONLYDIR
      | IN_UNMOUNT)

  private let queue = Protected<Queue?>(nil)

  init() {}

  /// Watches a folder as long as it is there; again makes no difference.
  func watch(_ folder: String) throws(SystemError) {
    try queue.withLock { queue throws(SystemError) in
      let open: Queue
      if let queue {
        open = queue
      } else {
        open = try Queue { [signal] in signal.send() }
        queue = open
      }
      try SystemError.check { inotify_add_watch(open.number, folder.systemPath, Self.mask) }
    }
  }

  /// The system's queue of events, made at the first use.
  private final class Queue {
    let number: Int32
    private let source: any DispatchSourceRead

    init(onEvents: @escaping @Sendable () -> Void) throws(SystemError) {
      let number = try SystemError.check { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) }
      self.number = number
      source = DispatchSource.makeReadSource(
        fileDescriptor: number, queue: DispatchQueue(label: "FolderWatchClientLive"))
      source.setEventHandler {
        var buffer = [UInt8](repeating: 0, count: 16 * 1024)
        var count = 0
        repeat {
          count = buffer.withUnsafeMutableBytes {
            (try? Descriptor(borrowing: number).read(into: $0)) ?? 0
          }
        } while count > 0
        onEvents()
      }
      // Closed by its source: not before that has let go of it.
      source.setCancelHandler { close(number) }
      source.activate()
    }

    deinit { source.cancel() }
  }
}
