import Dispatch
import POSIX

/// Serializes access to a file among the threads of this process.
final class LockTable: Sendable {
  private struct Entry {
    let isFree = DispatchSemaphore(value: 1)
    var userCount = 0
  }

  private let entries = Mutex<[String: Entry]>([:])

  func withLock<T>(_ key: String, _ body: () throws -> T) rethrows -> T {
    let isFree = entries.withLock { entries in
      var entry = entries[key] ?? Entry()
      entry.userCount += 1
      entries[key] = entry
      return entry.isFree
    }
    isFree.wait()
    defer {
      entries.withLock { entries in
        entries[key]?.userCount -= 1
        if entries[key]?.userCount == 0 { entries[key] = nil }
      }
      isFree.signal()
    }
    return try body()
  }
}
