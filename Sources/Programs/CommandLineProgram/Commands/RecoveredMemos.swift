import AudioRecorderClient
import Dependencies
import Foundation
import ImportCore
import RecordingCore
import SharedModels
import Styleguide
import TerminalClient

/// Makes memos of the recordings that a crash cut short.
struct RecoveredMemos {
  /// What to ask of the speech engine for them; `nil` to leave them without a transcript.
  var request: JobRequest?

  @Dependency(\.terminal) private var terminal
  @Dependency(\.date.now) private var now
  @Dependency(\.timeZone) private var timeZone

  /// Returns the memos.
  func callAsFunction(report: ImportReport) async throws -> [Recording] {
    let drafts: [RecoveredRecording]
    do {
      drafts = try await UnsavedRecordings().cutShort()
    } catch {
      // They stay where they are, and must not make the present recording fail.
      terminal.note("speechmemo: an earlier recording cannot be recovered: \(error)")
      return []
    }
    var localTime = LocalTime(timeZone: timeZone)
    var memos: [Recording] = []
    for draft in drafts {
      let date = draft.date ?? now
      let memo = try await RecordingSaver().save(
        draft.url, date: date, device: nil,
        title: "Recovered memo of \(localTime.text(for: date))", job: request)
      try report.recorded(memo)
      memos.append(memo)
    }
    return memos
  }
}
