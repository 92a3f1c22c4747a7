public import Dependencies
import Foundation
public import TerminalClient

extension TerminalClient: DependencyKey {
  /// The terminal on the process's standard input and output.
  public static let liveValue: Self = {
    let terminal = LiveTerminal(input: STDIN_FILENO, output: STDOUT_FILENO)
    return Self(
      close: { terminal.close() },
      environment: { ProcessInfo.processInfo.environment },
      open: { try terminal.open(type: ProcessInfo.processInfo.environment["TERM"] ?? "") },
      size: { terminal.size },
      suspend: { terminal.suspend() },
      write: { try terminal.write($0) })
  }()
}
