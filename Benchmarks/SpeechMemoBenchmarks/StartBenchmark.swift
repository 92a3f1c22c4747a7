import DatabaseClient
import Foundation

/// The app's start, from the start of the process until the terminal gets the memos.
struct StartBenchmark {
  let program: String
  let room: URL
  private static let count = 10_000

  func run() async throws {
    let home = room.appendingPathComponent("library-start")
    try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
    var generator = LibraryGenerator()
    try await generator.fill(
      home.appendingPathComponent("library.sqlite"), count: Self.count)
    let environment = [
      "LANG": "C.UTF-8", "SPEECHMEMO_HOME": home.path, "TERM": "xterm-256color",
      "XDG_CONFIG_HOME": room.path,
    ]
    // Warm-up: the first run has no saved place and creates files.
    _ = start(environment, until: "memos")
    let table = Table("The app with \(Self.count) memos, on a terminal of 120x40")
    let floor = ProcessMeasure.median(of: 9) { .run(program, ["list"], environment: environment) }
    for (name, sign) in [
      ("start to the first frame", "Memos"), ("start to the memos", "\(Self.count) memos"),
    ] {
      let ours = ProcessMeasure.median(of: 9) { start(environment, until: sign) }
      table.row(
        name, ours, floor: floor, "the program printing the list",
        aim: aim(ours.wall * 1000, atMost: 150, "ms"))
    }
  }

  /// Runs the program in its own terminal until it shows a text, and ends it.
  private func start(_ environment: [String: String], until sign: String) -> ProcessMeasure {
    let master = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    defer { close(master) }
    // TIOCGPTN and TIOCSPTLCK, macros that Swift can't import: the terminal's number, and unlocking.
    var (number, isLocked): (Int32, Int32) = (0, 0)
    guard master >= 0, ioctl(master, 0x8004_5430, &number) == 0,
      ioctl(master, 0x4004_5431, &isLocked) == 0
    else { return ProcessMeasure(wall: .nan, cpu: .nan, memory: .nan, exitCode: -1) }
    var size = winsize(ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(master, UInt(TIOCSWINSZ), &size)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    // The first terminal that a session leader opens controls the session.
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/pts/\(number)", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // POSIX_SPAWN_SETSID
    posix_spawnattr_setflags(&attributes, 0x80)
    let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    var argv: [UnsafeMutablePointer<CChar>?] = [strdup(program), nil]
    var envp = merged.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }

    let clock = ContinuousClock()
    let began = clock.now
    var child = pid_t()
    guard posix_spawn(&child, program, &actions, &attributes, &argv, &envp) == 0
    else { return ProcessMeasure(wall: .nan, cpu: .nan, memory: .nan, exitCode: 127) }
    let hasShown = read(master, until: sign)
    let wall = began.duration(to: clock.now) / .seconds(1)
    kill(child, SIGTERM)
    // Unread output must not block the program.
    _ = fcntl(master, F_SETFL, O_NONBLOCK)
    var status: Int32 = 0
    var usage = rusage()
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while wait4(child, &status, WNOHANG, &usage) == 0 {
      _ = Glibc.read(master, &bytes, bytes.count)
      usleep(1_000)
    }
    let cpu =
      Double(usage.ru_utime.tv_sec + usage.ru_stime.tv_sec)
      + Double(usage.ru_utime.tv_usec + usage.ru_stime.tv_usec) / 1_000_000
    return ProcessMeasure(
      wall: wall, cpu: cpu, memory: Double(usage.ru_maxrss) / 1024, exitCode: hasShown ? 0 : 1)
  }

  /// Reads until a text arrives, for at most ten seconds.
  private func read(_ master: Int32, until sign: String) -> Bool {
    let wanted = Array(sign.utf8)
    var seen: [UInt8] = []
    var bytes = [UInt8](repeating: 0, count: 65_536)
    while true {
      var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, 10_000) == 1
      else { return false }
      let count = Glibc.read(master, &bytes, bytes.count)
      guard count > 0
      else { return false }
      seen += bytes[..<count]
      if seen.contains(wanted) { return true }
    }
  }
}
