import ArgumentParsing
import Dependencies
import HealthCore
import Styleguide
import TerminalClient

struct DoctorCommand {
  var json = false
  var isDeep = false

  @Dependency(\.terminal) private var terminal
  @Dependency(\.healthCheck) private var healthCheck

  func run() async throws {
    var findings: [Finding] = []
    for subject in Finding.Subject.allCases {
      findings += await healthCheck.findings(about: subject)
    }
    if isDeep { findings += await healthCheck.soundFindings() }
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
      if let fix = finding.fix { try terminal.line("  → \(fix.printable)") }
    }
    if findings.contains(where: { $0.verdict == .wrong }) { throw CommandFailure.alreadyReported }
  }
}

extension CommandTable {
  static let doctor: Command = {
    let deep = Parameter.flag("deep", help: "Also read all audio and verify its checksums.")
    return Command(
      "doctor", summary: "Check the installation, the audio devices and the library",
      options: [deep], refusedOptions: GlobalOptions.localOnly
    ) { arguments in
      try await DoctorCommand(json: arguments[json], isDeep: arguments[deep]).run()
    }
  }()
}
