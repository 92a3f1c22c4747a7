import ArgumentParsing
import Dependencies
import HealthCore
import Styleguide
import TerminalClient

/// `speechmemo doctor`: whether everything is there, and how to fix what is not.
struct DoctorCommand {
  var json = false

  @Dependency(\.terminal) private var terminal
  @Dependency(\.healthCheck) private var healthCheck

  /// Returns whether the main job can be done.
  func run() async throws -> Bool {
    var findings: [Finding] = []
    for subject in Finding.Subject.allCases {
      findings += await healthCheck.findings(about: subject)
    }
    let ink = Ink(terminal)
    for finding in findings {
      if json {
        try terminal.json(finding)
        continue
      }
      let mark =
        switch finding.verdict {
        case .good: ink.good("✔")
        case .remark: ink.hit("!")
        case .wrong: ink.wrong("✘")
        }
      try terminal.line("\(mark) \(finding.what): \(finding.detail.printable)")
      if let fix = finding.fix { try terminal.line("  → \(fix)") }
    }
    return !findings.contains { $0.verdict == .wrong }
  }
}

extension CommandTable {
  static let doctor = Command(
    "doctor", summary: "Check that everything the program needs is there"
  ) { arguments in
    try await DoctorCommand(json: arguments[json]).run() ? .done : .failed
  }
}
