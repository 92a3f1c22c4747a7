import BackupCore
import Dependencies
import Styleguide
import TerminalClient

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
        terminal.warn("\(problem.detail.printable); \(problem.fix.printable)")
      }
    }
  }

  func done(_ event: some Encodable, _ line: String) throws {
    if json { try terminal.json(event) } else { try terminal.line(line) }
  }
}
