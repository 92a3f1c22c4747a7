import Glibc
import POSIX
import RuntimeInternals

/// The states of this process's threads, as the system reports them.
enum ThreadStates {
  /// The folder of the threads, and two open files for each: opening them takes three times as long
  /// as reading them.
  fileprivate struct Files: ~Copyable {
    let folder = open("/proc/self/task", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    var threads: [Thread] = []

    /// The number of threads when the files were opened.
    var count: UInt = 0
  }

  fileprivate struct Thread {
    /// The file of the thread's state.
    let state: Int32
    /// The file of the system call in which the thread waits; -1 if the system has none.
    let call: Int32
    /// The clock of the thread's processor time.
    let clock: clockid_t
    /// The processor time at the last look, in nanoseconds.
    var time = -1
  }

  private static let files = Mutex(Files())

  /// Whether the process can use only one processor. Dispatch then has one thread for the global
  /// executor, and a job that waits for that thread wakes no other.
  static let haveOneProcessor: Bool = {
    // Swift does not import the function because it is a GNU extension.
    typealias Function = @convention(c) (pid_t, Int, UnsafeMutableRawPointer) -> Int32
    let getAffinity = LoadedSymbol.function(named: "sched_getaffinity", as: Function.self)
    var processors = [UInt8](repeating: 0, count: 128)
    _ = getAffinity?(0, processors.count, &processors)
    return processors.reduce(0) { $0 + $1.nonzeroBitCount } == 1
  }()

  /// Looks at every other thread of the process.
  ///
  /// Threads are checked one after another, so work may move from an unchecked thread to one that
  /// was seen asleep. A thread that work has passed through has used processor time, though. If no
  /// thread has used any since the last look, all were asleep at once between the two looks.
  ///
  /// - Returns: Whether all of them are waiting, and none has run since the last look.
  @discardableResult
  static func othersHaveStayedIdle() -> Bool {
    // The thread that has the lock is running. Waiting for it would also be slow: the waiting
    // thread would spin, and the other one, which asks for this thread's state, would wait until it
    // stops.
    let isIdle = files.withLockIfAvailable { files in
      // New threads change their number. Ended ones can't be read.
      for _ in 0..<3 {
        if files.count != files.currentCount || !files.isComplete { files.openAll() }
        guard files.isComplete
        else { continue }
        if let haveStayedIdle = files.look() { return haveStayedIdle }
        files.openAll()
      }
      return false
    }
    return isIdle ?? false
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

  /// Whether there is a file for each thread. The system may skip a running thread if another one
  /// ends while the folder is read.
  fileprivate var isComplete: Bool { threads.count + 2 == Int(count) }

  fileprivate mutating func openAll() {
    for thread in threads {
      close(thread.state)
      if thread.call >= 0 { close(thread.call) }
    }
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
      let state = openat(folder, "\(name)/stat", O_RDONLY | O_CLOEXEC)
      guard state >= 0
      else { continue }
      let call = openat(folder, "\(name)/syscall", O_RDONLY | O_CLOEXEC)
      // The kernel's number of a thread's clock (CPUCLOCK_PERTHREAD, CPUCLOCK_SCHED).
      // pthread_getcpuclockid returns the same number, but needs the thread's handle.
      let clock = ~(clockid_t(name) ?? 0) << 3 | 6
      threads.append(ThreadStates.Thread(state: state, call: call, clock: clock))
    }
  }

  /// Returns whether all other threads wait without a timeout and none has run since the last look;
  /// `nil` if one has ended.
  ///
  /// A worker thread of Dispatch that loses the race for the head of a queue sleeps with `usleep`, for
  /// half a millisecond at first and up to 64. For that time the queue wakes no other worker, so a job
  /// may wait while no thread runs (`_dispatch_root_queue_drain_one` in libdispatch's queue.c).
  fileprivate mutating func look() -> Bool? {
    var runningCount = 0
    var haveStayedIdle = true
    for index in threads.indices {
      guard let isRunning = threads[index].isRunning, let hasRun = threads[index].noteTime()
      else { return nil }
      if isRunning { runningCount += 1 } else if hasRun { haveStayedIdle = false }
      if runningCount > 1 { return false }
    }
    // Checked second: to read a thread's system call, the kernel waits until the thread has left
    // its processor, which takes milliseconds if it is running again.
    return haveStayedIdle && !threads.contains(where: \.sleepsForSetTime)
  }
}

extension ThreadStates.Thread {
  /// Whether the thread is running or ready; `nil` if it has ended.
  fileprivate var isRunning: Bool? {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
      let count = pread(state, buffer.baseAddress, buffer.count, 0)
      guard count > 0
      else { return nil }
      // "id (name) state …", where the name has up to 15 arbitrary bytes, including parentheses.
      let text = buffer[..<count]
      guard let name = text.prefix(40).lastIndex(of: UInt8(ascii: ")")), name + 2 < count
      else { return false }
      // "D" is an uninterruptible wait of the kernel, such as for a page. The thread continues by
      // itself.
      return text[name + 2] == UInt8(ascii: "R") || text[name + 2] == UInt8(ascii: "D")
    }
  }

  /// Returns whether the thread has used processor time since the last look; `nil` if it has ended.
  fileprivate mutating func noteTime() -> Bool? {
    var now = timespec()
    guard clock_gettime(clock, &now) == 0
    else { return nil }
    let last = time
    time = now.tv_sec * 1_000_000_000 + now.tv_nsec
    return time != last
  }

  fileprivate var sleepsForSetTime: Bool {
    withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 64) { buffer in
      let count = call < 0 ? 0 : pread(call, buffer.baseAddress, buffer.count, 0)
      guard count > 0
      else { return false }
      // "number argument …", or "running".
      let number = buffer[..<count].prefix { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
        .reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
      return Self.timedCalls.contains(number)
    }
  }

  // nanosleep and clock_nanosleep; 'sys/syscall.h' is not a part of the module Glibc.
  #if arch(x86_64)
    private static let timedCalls = [35, 230]
  #else
    private static let timedCalls = [101, 115]
  #endif
}
