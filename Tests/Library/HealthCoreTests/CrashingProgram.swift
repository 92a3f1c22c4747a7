import TestPrograms

/// Runs `CrashFaults`, which is built beside the tests.
enum CrashingProgram {
  static func run(_ arguments: String..., environment: [String: String]) throws -> ProgramRun {
    try runProgram(builtProgram("CrashFaults"), arguments, environment: environment)
  }

  #if THREAD_SANITIZER
    // Under the sanitizer, a program that crashes does not end.
    static let hasBacktracer = false
  #else
    /// Whether Swift finds its `swift-backtrace`, which writes the reports.
    static let hasBacktracer =
      (try? run("index", "word", environment: [:]).errors.contains("Backtracing")) ?? false
  #endif
}
