import Foundation

/// What running a program took.
struct ProcessMeasure {
  /// From start to end, in seconds.
  var wall: Double
  /// Processor time of it and of what it waited for, in seconds.
  var cpu: Double
  /// The most memory it held, in MiB.
  var memory: Double
  var exitCode: Int32

  /// Runs a program to its end with its output thrown away.
  static func run(
    _ path: String, _ arguments: [String] = [], environment: [String: String] = [:],
    input: String? = nil
  ) -> ProcessMeasure {
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, 0, input ?? "/dev/null", O_RDONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 1, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0)
    let merged = ProcessInfo.processInfo.environment.merging(environment) { $1 }
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
    return ProcessMeasure(
      wall: start.duration(to: clock.now) / .seconds(1),
      cpu: seconds(usage.ru_utime) + seconds(usage.ru_stime),
      memory: Double(usage.ru_maxrss) / 1024,
      exitCode: status & 0x7f == 0 ? (status >> 8) & 0xff : -1)
  }

  private static func seconds(_ time: timeval) -> Double {
    Double(time.tv_sec) + Double(time.tv_usec) / 1_000_000
  }

  /// The run of median length out of `count`.
  static func median(of count: Int, _ run: () -> ProcessMeasure) -> ProcessMeasure {
    let runs = (0..<max(1, count)).map { _ in run() }.sorted { $0.wall < $1.wall }
    return runs[runs.count / 2]
  }
}
