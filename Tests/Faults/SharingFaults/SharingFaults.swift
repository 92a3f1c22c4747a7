import FileStorage
import Foundation
import Sharing

/// Operations on shared values, for tests that need a separate process.
@main
enum SharingFaults {
  static let usage = """
    usage: SharingFaults save FILE FIRST COUNT    save numbered values, print each one saved
           SharingFaults increment FILE COUNT     add 1 to a merging counter, and save it
           SharingFaults defaults FILE KEY COUNT  set a key of a suite COUNT times
           SharingFaults wait FILE VALUE HOW      change a value twice and end by return, exit,
                                                  signal, handled, or ignored
           SharingFaults limited FILE SIZE LIMIT  save SIZE bytes with a file size limit
           SharingFaults nobody FILE              save a value as an unprivileged user
           SharingFaults leave FILE VALUE HOW     exit during a save, with HOW one of file, suite,
                                                  other (thread), stuck, both, and twice
           SharingFaults unsynced FILE            save to a folder that cannot be synced
           SharingFaults unwatched FILE           use a suite in a folder that cannot be watched
           SharingFaults echo FILE ANSWERS        copy each change of a number to another file

    """

  static func main() async throws {
    let arguments = Array(CommandLine.arguments.dropFirst())
    guard arguments.count > 1 else { try fail() }
    let file = URL(fileURLWithPath: arguments[1])
    let rest = Array(arguments.dropFirst(2))
    let numbers = rest.compactMap { Int($0) }
    switch (arguments[0], rest.count, numbers.count) {
    case ("save", 2, 2): try await save(file, first: numbers[0], count: numbers[1])
    case ("increment", 1, 1): try await increment(file, count: numbers[0])
    case ("defaults", 2, 1): try await defaults(file, key: rest[0], count: numbers[0])
    case ("wait", 2, 1): try await Ending.run(file, value: numbers[0], how: rest[1])
    case ("limited", 2, 2): try await limited(file, size: numbers[0], limit: numbers[1])
    case ("nobody", 0, 0): try await nobody(file)
    case ("leave", 2, 1): try Leaving.run(file, value: numbers[0], how: rest[1])
    case ("unsynced", 0, 0): try await FailingSync.run(file)
    case ("unwatched", 0, 0): try unwatched(file)
    case ("echo", 1, 0): try echo(file, answers: URL(fileURLWithPath: rest[0]))
    default: try fail()
    }
  }

  private static func fail() throws -> Never {
    try FileHandle.standardError.write(contentsOf: Data(usage.utf8))
    exit(2)
  }

  /// Prints unbuffered, because a killed process loses its buffer.
  static func say(_ text: String) throws {
    try FileHandle.standardOutput.write(contentsOf: Data("\(text)\n".utf8))
  }

  /// Values repeat their number, each a different number of times.
  private static func save(_ file: URL, first: Int, count: Int) async throws {
    @Shared(.fileStorage(file)) var values: [Int] = []
    for number in first..<first + count {
      $values.withLock { $0 = Array(repeating: number, count: 1 + number * 7919 % 2000) }
      try await $values.save()
      try say("\(number)")
    }
  }

  private static func increment(_ file: URL, count: Int) async throws {
    @Shared(.fileStorage(file, merge: .counter)) var counter = 0
    for _ in 0..<count {
      $counter.withLock { $0 += 1 }
      try await $counter.save()
    }
  }

  private static func defaults(_ file: URL, key: String, count: Int) async throws {
    let store = FileUserDefaults(url: file, storage: .fileSystem)
    @Shared(.appStorage(key, store: store)) var number = 0
    for _ in 0..<count {
      $number.withLock { $0 += 1 }
      try await $number.save()
    }
  }

  private static func limited(_ file: URL, size: Int, limit: Int) async throws {
    signal(SIGXFSZ, SIG_IGN)
    var limits = rlimit(rlim_cur: rlim_t(limit), rlim_max: rlim_t(limit))
    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limits)
    @Shared(.fileStorage(file)) var text = ""
    $text.withLock { $0 = String(repeating: "a", count: size) }
    try report($text)
    $text.withLock { $0 = "short" }
    try? await $text.save()
    try report($text)
  }

  private static func nobody(_ file: URL) async throws {
    // Only root can switch users, and only root needs to.
    if getuid() == 0 { setuid(65534) }
    @Shared(.fileStorage(file)) var text = ""
    $text.withLock { $0 = "mine" }
    try report($text)
  }

  private static func unwatched(_ file: URL) throws {
    if getuid() == 0 { setuid(65534) }
    let store = FileUserDefaults(url: file, storage: .fileSystem)
    @Shared(.appStorage("number", store: store)) var number = 0
    try say("\(number)")
    try say($number.loadError?.localizedDescription ?? "watched")
  }

  private static func report(_ text: Shared<String>) throws {
    try say(text.saveError?.localizedDescription ?? "saved")
  }

  /// Copies each change of a file to another one, until stdin ends.
  private static func echo(_ file: URL, answers: URL) throws {
    let subscription = try FileStorage.fileSystem.subscribe(to: file) { _ in
      guard let data = try? FileStorage.fileSystem.read(file).data else { return }
      _ = try? FileStorage.fileSystem.write(data, to: answers)
    }
    try say("ready")
    _ = try FileHandle.standardInput.readToEnd()
    subscription.cancel()
  }
}
