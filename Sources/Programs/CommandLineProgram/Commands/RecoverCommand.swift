import ArgumentParsing
import AudioFileClient
import Dependencies
import ImportCore
import RecordingCore
import SharedModels
import Styleguide
import TerminalClient

struct RecoverCommand {
  var json = false
  var request = JobRequest()
  var width: Int?

  @Dependency(\.terminal) private var terminal

  func run() async throws {
    let report = ImportReport(json: json)
    let recordings = try await RecoveredMemos(request: request)(report: report)
    var (added, failures) = try await adopt(isFirst: recordings.isEmpty)
    added += recordings
    if !added.isEmpty {
      failures += try await TranscriptionRun(
        recordings: added, json: json, width: width, report: report)()
    }
    guard failures == 0
    else { throw CommandFailure.alreadyReported }
  }

  private func adopt(isFirst: Bool) async throws -> (added: [Recording], failures: Int) {
    let report = ImportReport(json: json)
    var added: [Recording] = []
    var failures = 0
    var isEmpty = isFirst
    try await OrphanedAudio().adopt(title: "Recovered memo", job: request) { file, result in
      isEmpty = false
      switch result {
      case .failure(let error):
        failures += 1
        terminal.warn("\(error.description.printable)")
      case .success(let outcome):
        try report.imported(outcome, from: file.lastPathComponent)
        if case .added(let recording, _) = outcome { added.append(recording) }
      }
    }
    if isEmpty { terminal.note("Nothing to recover.") }
    return (added, failures)
  }
}

extension CommandTable {
  static let recover = Command(
    "recover", summary: "Recover memos from interrupted recordings and imports",
    discussion: """
      If the library's database is lost, it is rebuilt from the audio and memos folders, with \
      titles, dates, tags and favorites. Memos are transcribed again, or get their transcripts \
      from a backup with 'speechmemo restore'. Move a damaged library.sqlite out of the way first.
      """,
    options: RequestOptions.all
  ) { arguments in
    try await RecoverCommand(
      json: arguments[json], request: try RequestOptions.request(arguments).completed(),
      width: arguments[RequestOptions.width]
    ).run()
  }
}
