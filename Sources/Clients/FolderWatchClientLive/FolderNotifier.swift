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

  private let notifier = Mutex<InputNotifier?>(nil)

  init() {}

  func watch(_ folder: String) throws(SystemError) {
    try notifier.withLock { notifier throws(SystemError) in
      let open: InputNotifier
      if let notifier { open = notifier } else { open = try newNotifier() }
      notifier = open
      try SystemError.check { inotify_add_watch(open.number, folder.systemPath, Self.mask) }
    }
  }

  private func newNotifier() throws(SystemError) -> InputNotifier {
    let number = try SystemError.check { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) }
    let queue = DispatchQueue(label: "FolderWatchClientLive")
    return try InputNotifier(owning: Descriptor(owning: number), queue: queue) {
      [signal] number in
      var buffer = [UInt8](repeating: 0, count: 16 * 1024)
      var count = 0
      repeat {
        count = buffer.withUnsafeMutableBytes {
          (try? Descriptor(borrowing: number).read(into: $0)) ?? 0
        }
      } while count > 0
      signal.send()
    }
  }
}
