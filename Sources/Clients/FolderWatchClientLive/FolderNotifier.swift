import Dispatch
import FolderWatchClient
import Foundation
import POSIX

final class FolderNotifier: Sendable {
  let signal = ChangeSignal()

  /// Without `IN_MODIFY`: a growing file is checked again anyway.
  private static let mask = UInt32(
    IN_CLOSE_WRITE | IN_CREATE | IN_DELETE_SELF | IN_MOVED_TO | IN_MOVE_SELF | IN_ONLYDIR
      | IN_UNMOUNT)

  private let queue = Mutex<Queue?>(nil)

  init() {}

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
      // The source must release the descriptor before it is closed.
      source.setCancelHandler { close(number) }
      source.activate()
    }

    deinit { source.cancel() }
  }
}
