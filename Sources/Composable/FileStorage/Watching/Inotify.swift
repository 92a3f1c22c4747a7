import Dispatch
import Foundation
import POSIX

/// The system's queue of events in watched folders.
///
/// Not for several threads at a time: ``FileWatcher`` holds its lock around every call.
final class Inotify {
  struct Event {
    /// The watched folder; -1 when the queue was full and events are lost.
    let folder: Int32
    /// An event of a file in it, or of the folder itself without a name.
    let name: String?
    let mask: UInt32

    var isOverflow: Bool { mask & UInt32(IN_Q_OVERFLOW) != 0 }
    /// The folder was removed or moved.
    var endsFolder: Bool {
      mask & UInt32(IN_IGNORED | IN_DELETE_SELF | IN_MOVE_SELF | IN_UNMOUNT) != 0
    }
    /// The system has stopped watching the folder.
    var endsWatch: Bool { mask & UInt32(IN_IGNORED) != 0 }
    /// A file was created, and may be incomplete.
    var isCreationOnly: Bool { mask & UInt32(IN_CREATE) != 0 && mask & UInt32(IN_ISDIR) == 0 }
  }

  /// `IN_MODIFY` is left out: a file that is being written in place is read when it is closed.
  private static let mask = UInt32(
    IN_ATTRIB | IN_CLOSE_WRITE | IN_CREATE | IN_DELETE | IN_DELETE_SELF | IN_MOVED_FROM
      | IN_MOVED_TO | IN_MOVE_SELF | IN_ONLYDIR)

  private let notifier: InputNotifier
  private var buffer = [UInt8](repeating: 0, count: 64 * 1024)

  init(
    queue: DispatchQueue, onReadable: @escaping @Sendable () -> Void
  ) throws(SystemError) {
    let queueNumber = try SystemError.check { inotify_init1(Int32(IN_CLOEXEC | IN_NONBLOCK)) }
    notifier = try InputNotifier(owning: Descriptor(owning: queueNumber), queue: queue) { _ in
      onReadable()
    }
  }

  /// Watches a folder. The same folder has the same number by any path.
  func add(_ folder: FilePath) throws(SystemError) -> Int32 {
    try SystemError.check {
      inotify_add_watch(notifier.number, folder.string.systemPath, Self.mask)
    }
  }

  func remove(_ folder: Int32) {
    // Fails for a removed folder, whose watch was removed with it.
    inotify_rm_watch(notifier.number, folder)
  }

  /// Takes the events since the last call off the queue.
  func events() -> [Event] {
    var events: [Event] = []
    while true {
      let count = buffer.withUnsafeMutableBytes {
        (try? Descriptor(borrowing: notifier.number).read(into: $0)) ?? 0
      }
      guard count > 0
      else { return events }
      buffer.withUnsafeBytes { parse(UnsafeRawBufferPointer(rebasing: $0[..<count]), &events) }
    }
  }

  private func parse(_ bytes: UnsafeRawBufferPointer, _ events: inout [Event]) {
    let headerSize = MemoryLayout<inotify_event>.size
    var offset = 0
    while offset + headerSize <= bytes.count {
      let header = bytes.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
      let start = offset + headerSize
      let end = min(start + Int(header.len), bytes.count)
      let name = bytes[start..<end].prefix { $0 != 0 }
      events.append(
        Event(
          folder: header.wd, name: name.isEmpty ? nil : String(systemBytes: name),
          mask: header.mask))
      offset = end
    }
  }
}
