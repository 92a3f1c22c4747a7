import Foundation
import TestPrograms
import TestTerminal

extension Terminal {
  /// Starts the program that leaves a terminal in various states.
  func start(
    _ arguments: String..., type: String = "xterm-256color", input: String? = nil
  ) throws {
    var environment = ProcessInfo.processInfo.environment
    environment["TERM"] = type
    // On a terminal, Swift would stay to show the crash, and wait for a key.
    environment["SWIFT_BACKTRACE"] = "enable=no"
    try start(
      builtProgram("TerminalFaults"), arguments, environment: environment, input: input)
  }
}
