import ConcurrencyExtras
import Glibc

/// Gives the tasks of the process time to get to where they wait for something.
///
/// Under the main serial executor, giving way is enough. Without it, tasks run on threads that the
/// system may hold up for as long as it likes, whatever is yielded here: so this looks, too,
/// whether any other thread of the process has something to do, and lets it, for a while. That
/// while is over soon in the case of a thread that is busy all the time.
package func yieldUntilIdle() async {
  await Task.megaYield()
  guard !uncheckedUseMainSerialExecutor
  else { return }
  let end = ContinuousClock.now + .milliseconds(20)
  // Threads are looked at one after another, and work may move from one that is still to be looked
  // at to one that was seen asleep: once is not enough.
  var idleCount = 0
  while idleCount < 2 {
    if otherThreadsAreIdle() {
      idleCount += 1
    } else if ContinuousClock.now < end {
      idleCount = 0
      try? await Task.sleep(for: .microseconds(100))
    } else {
      return
    }
  }
}

/// Whether every other thread of the process waits for something, as far as the system tells.
private func otherThreadsAreIdle() -> Bool {
  guard let folder = opendir("/proc/self/task")
  else { return true }
  defer { closedir(folder) }
  let own = ownThread()
  while let entry = readdir(folder) {
    let name = withUnsafePointer(to: &entry.pointee.d_name) {
      $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
    }
    if !name.hasPrefix("."), name != own, isRunning(thread: name) {
      return false
    }
  }
  return true
}

/// Whether a thread runs or is ready to. One that has ended in the meantime does not.
private func isRunning(thread: String) -> Bool {
  let file = open("/proc/self/task/\(thread)/stat", O_RDONLY | O_CLOEXEC)
  guard file >= 0
  else { return false }
  defer { close(file) }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 256) { buffer in
    let count = max(read(file, buffer.baseAddress, buffer.count), 0)
    // "id (name) state …", where the name may hold anything, parentheses included.
    let text = buffer[..<count]
    guard let name = text.lastIndex(of: UInt8(ascii: ")")), name + 2 < count
    else { return false }
    return text[name + 2] == UInt8(ascii: "R")
  }
}

/// The id of the thread that this is called on, as `/proc` spells it.
private func ownThread() -> String {
  withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
    guard let start = buffer.baseAddress
    else { return "" }
    let count = max(readlink("/proc/thread-self", start, buffer.count), 0)
    let id = buffer[..<count].reversed().prefix { $0 != CChar(UInt8(ascii: "/")) }.reversed()
    return String(decoding: id.map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
