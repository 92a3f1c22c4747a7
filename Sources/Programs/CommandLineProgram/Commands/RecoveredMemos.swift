import AudioRecorderClient
import Dependencies
import ImportCore
import RecordingCore
import SharedModels
import Styleguide
import TerminalClient

struct RecoveredMemos {
  var request: JobRequest?

  @Dependency(\.terminal) private var terminal
  @Dependency(\.date.now) private var now

  func recover() async throws -> [Recording] {
    let drafts: [RecoveredRecording]
    do {
      drafts = try await UnsavedRecordings().interrupted()
    } catch {
      // The drafts stay, and must not make the current recording fail.
      terminal.warn("an earlier recording cannot be recovered: \(error)")
      return []
    }
    var localTime = LocalTime()
    var memos: [Recording] = []
    for draft in drafts {
      let date = draft.date ?? now
      let audio = RecordedAudio(
        date: date, file: draft.url, title: "Recovered memo of \(localTime.text(for: date))")
      let memo = try await RecordingSaver().save(audio, job: request)
      try ImportReport().recorded(memo)
      memos.append(memo)
    }
    return memos
  }
}
