import ConcurrencyExtras
import Glibc

/// What the system says of the threads of this process.
enum ThreadStates {
  /// The folder of the threads, and an open file for each: to open them takes three times as long
  /// as to read them.
  fileprivate struct Files: ~Copyable {
    let folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var threads: [Int32] = []

    /// How many threads there were when the files were opened.
    var count: UInt = 0
  }

  private static let files = Protected(Files())

  /// Whether every other thread of the process waits for something, as far as the system tells.
  static var othersAreIdle: Bool {
    files.withLock { files in
      // Threads that come change their number. One that goes cannot be read.
      for _ in 0..<3 {
        if files.count != files.currentCount || !files.isComplete { files.openAll() }
        guard files.isComplete
        else { continue }
        if let runningCount = files.runningCount { return runningCount <= 1 }
        files.openAll()
      }
      return false
    }
  }
}

extension ThreadStates.Files {
  /// How many threads there are: the links of the folder are its own two and one for each thread.
  fileprivate var currentCount: UInt {
    var status = stat()
    guard fstat(folder, &status) == 0
    else { return 0 }
    return UInt(status.st_nlink)
  }

  /// Whether there is a file for each thread. The system may skip a thread that runs while the folder
  /// is read, if another one ends in the meantime.
  fileprivate var isComplete: Bool { threads.count + 2 == Int(count) }

  fileprivate mutating func openAll() {
    for file in threads { close(file) }
    threads = []
    count = currentCount
    guard let list = opendir("/proc/self/task")
    else { return }
    defer { closedir(list) }
    while let entry = readdir(list) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard !name.hasPrefix(".")
      else { continue }
      let file = openat(folder, "\(name)/stat", O_RDONLY | O_CLOEXEC)
      if file >= 0 { threads.append(file) }
    }
  }

  /// How many threads run or are ready to, this one among them, or `nil` if one of them has ended.
  fileprivate var runningCount: Int? {
    var count = 0
    for file in threads {
      guard let isRunning = Self.isRunning(file)
      else { return nil }
      if isRunning { count += 1 }
      if count > 1 { break }
    }
    return count
  }

  /// Whether a thread runs or is ready to, or `nil` if it has ended.
  private static func isRunning(_ file: Int32) -> Bool? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
      let count = pread(file, buffer.baseAddress, buffer.count, 0)
      guard count > 0
      else { return nil }
      // "id (name) state …", where the name, of 15 bytes at most, may hold anything, parentheses
      // included.
      let text = buffer[..<count]
      guard let name = text.prefix(40).lastIndex(of: UInt8(ascii: ")")), name + 2 < count
      else { return false }
      // "D" is a thread that the system keeps for a moment, such as until a page is there: nothing
      // else has to happen before it goes on.
      return text[name + 2] == UInt8(ascii: "R") || text[name + 2] == UInt8(ascii: "D")
    }
  }
}
