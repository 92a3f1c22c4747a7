import ArgumentParsing
import Dependencies
import FileStorage
import HealthCore
import Styleguide
import TerminalClient

extension CommandTable {
  static let doctor: Command = {
    let deep = Parameter.flag("deep", help: "Also read all audio and verify its checksums.")
    let report = Parameter<String?>.option(
      "report", placeholder: "FILE", completion: .files,
      help: "Write a bug report to a new file and print it.")
    return Command(
      "doctor", summary: "Check the installation, the audio devices and the library",
      discussion: """
        The report has versions, settings, counts, the results of the checks, the last errors \
        and timings. It contains no titles, transcripts, audio or secrets, and no names of hosts, \
        files or people. Error messages are reduced to common words, and settings that could be \
        personal to their kind, such as 'a server'.
        """,
      options: [deep, report], refusedOptions: GlobalOptions.localOnly,
      traits: [.worksWithoutDatabase]
    ) { arguments in
      @Dependency(\.healthCheck) var healthCheck
      @Dependency(\.terminal) var terminal
      if let report = arguments[report] {
        return try await terminal.writeReport(to: report, readsAudio: arguments[deep])
      }
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
  fileprivate func writeReport(to path: String, readsAudio: Bool) async throws {
    let file = XDGFolders().url(of: path)
    try BugReport.check(file)
    let environment = XDGFolders.processEnvironment
    let variables = EnvironmentVariable.all.map(\.name).filter { name in
      name.hasPrefix("SPEECHMEMO_") && environment[name]?.isEmpty == false
    }
    let report = await BugReportMaker().report(variables: variables, readsAudio: readsAudio)
    try report.write(to: file)
    try line(report.description, json: ["file": file.path, "report": report.description])
    hint("Saved in \(file.path.printable), which only you can read. Nothing was sent.")
  }

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
