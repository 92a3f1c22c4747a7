import Foundation
import TestTerminal

extension Terminal {
  /// Starts the program that leaves a terminal in various states.
  func start(
    _ arguments: String..., type: String = "xterm-256color", input: String? = nil
  ) throws {
    let bundle = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    var environment = ProcessInfo.processInfo.environment
    environment["TERM"] = type
    // On a terminal, Swift would stay to show the crash, and wait for a key.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    try start(
      URL(fileURLWithPath: bundle).deletingLastPathComponent()
        .appending(component: "TerminalFaults").path,
      arguments, environment: environment, input: input)
  }
}
