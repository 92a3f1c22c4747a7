import Foundation

/// The cost of running a program.
struct ProcessMeasure {
  /// The elapsed seconds.
  var wall: Double
  /// The processor seconds, including children that it waited for.
  var cpu: Double
  /// The peak memory in MiB.
  var memory: Double
  var exitCode: Int32

  /// Runs a program to its end and discards its output.
  ///
  /// - Parameter waitingForOrphans: Whether to count processes that it leaves running. Not possible
  ///   while this process has another child.
  static func run(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
    input: String? = nil, waitingForOrphans: Bool = true
  ) -> ProcessMeasure {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    if waitingForOrphans { adoptOrphans() }
    var argv = ([path] + arguments).map { strdup($0) } + [nil]
    var envp = merged.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (argv + envp).forEach { free($0) } }

    let clock = ContinuousClock()
    let start = clock.now
    var child = pid_t()
    guard posix_spawnp(&child, path, &actions, nil, &argv, &envp) == 0
    else { return ProcessMeasure(wall: .nan, cpu: .nan, memory: .nan, exitCode: 127) }
    var status: Int32 = 0
    var usage = rusage()
    while wait4(child, &status, 0, &usage) < 0, errno == EINTR {}
    let wall = start.duration(to: clock.now) / .seconds(1)
    var cpu = seconds(usage.ru_utime) + seconds(usage.ru_stime)
    // Processes that outlive the program, such as a speech engine, are part of the cost.
    var orphan = rusage()
    while waitingForOrphans, wait4(-1, nil, 0, &orphan) > 0 {
      cpu += seconds(orphan.ru_utime) + seconds(orphan.ru_stime)
    }
    return ProcessMeasure(
      wall: wall,
      cpu: cpu,
      memory: Double(usage.ru_maxrss) / 1024,
      exitCode: status & 0x7f == 0 ? (status >> 8) & 0xff : -1)
  }

  /// Makes this process wait for the orphans of a measured program. `prctl` is variadic, so Swift can't
  /// import it.
  private static func adoptOrphans() {
    typealias Prctl = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
    let setChildSubreaper: Int32 = 36
    if let address = dlsym(nil, "prctl") {
      _ = unsafeBitCast(address, to: Prctl.self)(setChildSubreaper, 1, 0, 0, 0)
    }
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }

  /// Returns the run with the median time out of `count`.
  static func median(of count: Int, _ run: () -> ProcessMeasure) -> ProcessMeasure {
    let runs = (0..<max(1, count)).map { _ in run() }.sorted { $0.wall < $1.wall }
    return runs[runs.count / 2]
  }
}
