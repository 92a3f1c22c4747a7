import BackupCore
import Dependencies
import Styleguide
import TerminalClient

/// Tells what is wrong with a library or a backup, a line each, and in the end what was done.
struct ProblemReport {
  let json: Bool

  @Dependency(\.terminal) private var terminal

  init(json: Bool) {
    self.json = json
  }

  func problems(_ problems: [LibraryProblem]) throws {
    for problem in problems {
      if json {
        try terminal.json(problem)
      } else {
        terminal.note("speechmemo: \(problem.detail.printable); \(problem.fix.printable)")
      }
    }
  }

  /// - Parameters:
  ///   - event: What a machine gets.
  ///   - line: What a person gets.
  func done(_ event: some Encodable, _ line: String) throws {
    if json { try terminal.json(event) } else { try terminal.line(line) }
  }
}
