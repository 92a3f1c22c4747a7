import FileStorage
import Foundation

/// File operations, for tests that need a separate process.
@main
enum FileFaults {
  static let usage = """
    usage: FileFaults write FILE FIRST COUNT    write numbered values, print each one written
           FileFaults increment FILE COUNT      add 1 to the number in a file, under its lock
           FileFaults hold FILE                 hold the lock of a file until stdin ends
           FileFaults limited FILE SIZE LIMIT   write SIZE bytes with a file size limit
           FileFaults nobody FILE               write a file as an unprivileged user
           FileFaults watch FILE                count the watch queues before, during, and after

    """

  static func main() throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 1 else { try fail() }
    let file = URL(fileURLWithPath: arguments[1])
    let numbers = arguments.dropFirst(2).compactMap { Int($0) }
    switch (arguments[0], numbers.count) {
    case ("write", 2): try write(file, first: numbers[0], count: numbers[1])
    case ("increment", 1): try increment(file, count: numbers[0])
    case ("hold", 0): try hold(file)
    case ("limited", 2): limited(file, size: numbers[0], limit: numbers[1])
    case ("nobody", 0): nobody(file)
    case ("watch", 0): try watch(file)
    default: try fail()
    }
  }

  private static let files = FileStorage.fileSystem

  private static func fail() throws -> Never {
    try FileHandle.standardError.write(contentsOf: Data(usage.utf8))
    exit(2)
  }

  /// Prints unbuffered, because a killed process loses its buffer.
  private static func say(_ text: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
  }

  /// Values repeat their number, each a different number of times.
  private static func write(_ file: URL, first: Int, count: Int) throws {
    for number in first..<first + count {
      let value = String(repeating: "\(number);", count: 1 + number * 7919 % 5000)
      try files.write(Data(value.utf8), to: file)
      try say("\(number)")
    }
  }

  private static func increment(_ file: URL, count: Int) throws {
    for _ in 0..<count {
      try files.withLock(on: file) {
        let number = Int(String(decoding: try files.read(file).data ?? Data(), as: UTF8.self)) ?? 0
        try files.write(Data("\(number + 1)".utf8), to: file)
      }
    }
  }

  private static func hold(_ file: URL) throws {
    try files.withLock(on: file) {
      try say("held")
      _ = try FileHandle.standardInput.readToEnd()
    }
  }

  private static func limited(_ file: URL, size: Int, limit: Int) {
    signal(SIGXFSZ, SIG_IGN)
    var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
    report { try files.write(Data(count: size), to: file) }
  }

  private static func nobody(_ file: URL) {
    // Only root can switch users, and only root needs to.
    if getuid() == 0 { setuid(65534) }
    report { try files.write(Data("mine".utf8), to: file) }
  }

  private static func report(_ work: () throws -> Void) {
    do {
      try work()
      print("written")
    } catch {
      print(error.localizedDescription)
    }
  }

  private static func watch(_ file: URL) throws {
    try say("\(watchQueues())")
    let subscriptions = try (0..<100).map { _ in try files.subscribe(to: file) { _ in } }
    try say("\(watchQueues())")
    for subscription in subscriptions { subscription.cancel() }
    // The queue is closed on another thread. This waits forever if it never is.
    while watchQueues() > 0 { sched_yield() }
    try say("\(watchQueues())")
  }

  private static func watchQueues() -> Int {
    let manager = FileManager.default
    let descriptors = (try? manager.contentsOfDirectory(atPath: "/proc/self/fd")) ?? []
    return descriptors.count {
      (try? manager.destinationOfSymbolicLink(atPath: "/proc/self/fd/\($0)"))?
        .contains("inotify") == true
    }
  }
}
