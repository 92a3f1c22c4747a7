import ArgumentParsing
import AudioFileClient
import Dependencies
import ImportCore
import RecordingCore
import SharedModels
import Styleguide
import TerminalClient

extension CommandTable {
  static let recover = Command(
    "recover", summary: "Recover memos from interrupted recordings and imports",
    discussion: """
      If the library's database is lost, move a damaged library.sqlite out of the way, and restore a \
      backup first with 'speechmemo restore': only that has transcripts and their edits. Repeat an \
      interrupted 'speechmemo move', too. Then recover rebuilds the rest from the audio and memos \
      folders, with titles, dates, tags and favorites, and transcribes it again.
      """,
    options: RequestOptions.all, traits: [.worksWithoutDatabase]
  ) { arguments in
    let request = try RequestOptions.request(arguments).completed()
    let drafts = try await RecoveredMemos(request: request).recover()
    var (added, failures) = try await adoptOrphans(request, isFirst: drafts.isEmpty)
    added += drafts
    if !added.isEmpty {
      failures += try await TranscriptionRun(
        added, width: arguments[RequestOptions.width]
      ).run()
    }
    if failures > 0 { throw CommandFailure.alreadyReported }
  }

  private static func adoptOrphans(
    _ request: JobRequest, isFirst: Bool
  ) async throws -> (added: [Recording], failures: Int) {
    @Dependency(\.terminal) var terminal
    var added: [Recording] = []
    var failures = 0
    var isEmpty = isFirst
    let report = ImportReport()
    try await OrphanedAudio().adopt(title: Recording.recoveredTitle, job: request) { file, result in
      isEmpty = false
      switch result {
      case .failure(let error):
        failures += 1
        try report.refused(file.lastPathComponent, reason: error.description)
      case .success(let outcome):
        try report.imported(outcome, from: file.lastPathComponent)
        if case .added(let recording, _, _) = outcome { added.append(recording) }
      }
    }
    if isEmpty { terminal.note("Nothing to recover.") }
    return (added, failures)
  }
}
