import Dispatch
import Foundation
import POSIX

/// Watches any number of files with one queue of the system's, which exists while it is needed.
final class FileWatcher: Sendable {
  private let state = Mutex(WatchTable())
  private let queue = DispatchQueue(label: "FileStorage.watch", qos: .userInitiated)

  func subscribe(
    to path: FilePath, since stamp: FileStamp?,
    onChange: @escaping @Sendable (Result<FileStamp, FileStorageError>) -> Void
  ) throws(FileStorageError) -> FileSubscription {
    // A file that cannot be inspected counts as missing until something changes again.
    let current: @Sendable () -> FileStamp = { (try? path.stamp()) ?? .missing }
    let told = stamp ?? current()
    let subscriber = Subscriber(told: told, current: current, onChange: onChange)
    let id: UInt64
    do throws(SystemError) {
      id = try state.withLock { state throws(SystemError) in
        if state.inotify == nil {
          state.inotify = try Inotify(queue: queue) { [weak self] in self?.takeEvents() }
        }
        return try state.add(path, subscriber)
      }
    } catch {
      throw FileStorageError(errno: error.code, operation: .watch, path: path.string)
    }
    // For changes before the folders were watched. Not checked later, because there may then be an
    // incomplete file, which only events distinguish from a complete one.
    if current() != told { queue.async { subscriber.check() } }
    return FileSubscription { [weak self] in
      subscriber.cancel()
      self?.state.withLock { $0.remove(id) }
    }
  }

  private func takeEvents() {
    let outcome = state.withLock { $0.takeEvents() }
    for subscriber in outcome.changed { subscriber.check() }
    for (subscriber, error) in outcome.failed { subscriber.fail(error) }
  }
}
