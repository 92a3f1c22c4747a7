import ArgumentParsing
import Dependencies
import HealthCore
import Styleguide
import TerminalClient

extension CommandTable {
  static let doctor: Command = {
    let deep = Parameter.flag("deep", help: "Also read all audio and verify its checksums.")
    return Command(
      "doctor", summary: "Check the installation, the audio devices and the library",
      options: [deep], refusedOptions: GlobalOptions.localOnly
    ) { arguments in
      @Dependency(\.healthCheck) var healthCheck
      @Dependency(\.terminal) var terminal
      var findings: [Finding] = []
      for subject in Finding.Subject.allCases {
        findings += await healthCheck.findings(about: subject)
      }
      if arguments[deep] { findings += await healthCheck.soundFindings() }
      for finding in findings { try terminal.show(finding) }
      if findings.contains(where: { $0.verdict == .wrong }) { throw CommandFailure.alreadyReported }
    }
  }()
}

extension TerminalClient {
  fileprivate func show(_ finding: Finding) throws {
    guard !isJSON
    else { return try json(encoding: finding) }
    let ink = Ink(self)
    let mark =
      switch finding.verdict {
      case .good: ink.good("✔")
      case .remark: ink.hit("!")
      case .wrong: ink.wrong("✘")
      }
    try line("\(mark) \(finding.what): \(finding.detail.printable)")
    if let fix = finding.fix { try line("  → \(fix.printable)") }
  }
}
