import Foundation

/// Runs `CrashFaults`, which is built beside the tests.
enum CrashingProgram {
  struct End {
    /// The signal that ended it, or 0.
    var signal: Int32
    var output: String
    var error: String
  }

  static func run(_ arguments: String..., environment: [String: String]) throws -> End {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let process = Process()
    process.executableURL = URL(fileURLWithPath: bundle).deletingLastPathComponent()
      .appendingPathComponent("CrashFaults")
    process.arguments = arguments
    process.environment = environment
    let (output, error) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = error
    try process.run()
    let printed = try output.fileHandleForReading.readToEnd() ?? Data()
    let complaint = try error.fileHandleForReading.readToEnd() ?? Data()
    process.waitUntilExit()
    return End(
      signal: process.terminationReason == .uncaughtSignal ? process.terminationStatus : 0,
      output: String(decoding: printed, as: UTF8.self),
      error: String(decoding: complaint, as: UTF8.self))
  }

  #if THREAD_SANITIZER
    // Under the sanitizer, a program that crashes does not end.
    static let hasBacktracer = false
  #else
    /// Whether Swift finds its `swift-backtrace`, which writes the reports.
    static let hasBacktracer =
      (try? run("index", "word", environment: [:]).error.contains("Backtracing")) ?? false
  #endif
}
