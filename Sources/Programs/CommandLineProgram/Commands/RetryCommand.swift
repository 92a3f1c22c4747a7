import ArgumentParsing
import DatabaseClient
import Dependencies
import ImportCore
import SharedModels
import SharedSettings
import Styleguide
import TerminalClient

extension CommandTable {
  static let retry: Command = {
    let force = Parameter.flag(
      "force",
      help: "Replace the transcript even if it was edited. The edited one stays in its 'history'.")
    return Command(
      "retry", summary: "Retry failed and unfinished transcriptions",
      discussion: """
        Without an ID, runs all transcriptions that are waiting, were interrupted, or failed. With \
        IDs, or options that select memos, transcribes those memos again. Both use the given model \
        and options, or by default those of 'speechmemo settings'. A transcription that is waiting or \
        was interrupted resumes with its own, unless options are given. Edited text is replaced only \
        with --force; without an ID, failed transcriptions of edited memos are skipped.
        """,
      options: [force] + FilterOptions.all + RequestOptions.all, arguments: [optionalIDs]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      let selection = RecordingSelection(arguments)
      let request = try RequestOptions.request(arguments)
      let recordings: [Recording]
      if selection.isEmpty {
        recordings = try await unfinished(request, force: arguments[force])
      } else {
        recordings = try await selection.matchingRecordings()
        try await enqueue(recordings, request, force: arguments[force])
      }
      guard !recordings.isEmpty
      else { return terminal.note("Nothing to retry.") }
      let failures = try await TranscriptionRun(
        recordings, width: arguments[RequestOptions.width], waitsForOthers: false
      ).run()
      if failures > 0 { throw CommandFailure.alreadyReported }
    }
  }()

  /// Returns memos with unfinished jobs, and queues those that failed or need other options.
  private static func unfinished(
    _ request: JobRequest, force: Bool
  ) async throws -> [Recording] {
    @Dependency(\.database) var database
    @Dependency(\.terminal) var terminal
    let jobs = try await database.jobs.list()
    let failed = Set(jobs.filter { $0.state == .failed }.map(\.recordingID))
    var recordings: [Recording] = []
    for recording in try await database.recordings(
      matching: RecordingQuery(ids: jobs.map(\.recordingID)))
    {
      if failed.contains(recording.id), !force,
        try await database.transcription(of: recording.id)?.editedAt != nil
      {
        terminal.warn(
          """
          the text of \(recording.label) was edited; 'speechmemo retry \(recording.id.short) \
          --force' replaces it
          """)
      } else {
        recordings.append(recording)
      }
    }
    try await enqueue(recordings, request, force: true)
    return recordings
  }

  private static func enqueue(
    _ recordings: [Recording], _ request: JobRequest, force: Bool
  ) async throws {
    @Dependency(\.database) var database
    @Dependency(\.date.now) var now
    @Dependency(\.terminal) var terminal
    @Dependency(\.uuid) var uuid
    for recording in recordings where !force {
      guard try await database.transcription(of: recording.id)?.editedAt == nil
      else {
        throw CommandFailure(
          """
          the transcript of \(recording.id.short) was edited; add --force to replace it ('speechmemo \
          undo \(recording.id.short)' brings the edited one back)
          """)
      }
    }
    let jobs = try await database.jobs.list()
    var completed = request.completed()
    for recording in recordings {
      let job = jobs.first { $0.recordingID == recording.id }
      let former = job.map { JobRequest(model: $0.model, settings: $0.settings) }
      if request.settings.track == nil {
        completed.settings.track =
          if let former {
            former.settings.track
          } else {
            try await database.transcription(of: recording.id)?.settings.track
          }
      }
      // A pending job continues where it was, unless other options are given now.
      if let job, job.state != .failed, completed == former || request == JobRequest() { continue }
      if let former, request == JobRequest(), former.summary != completed.summary {
        terminal.note("\(recording.label): \(completed.summary) instead of \(former.summary)")
      }
      try await database.jobs.enqueue(job: completed.job(for: recording.id, id: uuid(), at: now))
    }
  }
}

extension JobRequest {
  fileprivate var summary: String {
    let language = settings.language ?? Setting.language.defaultText
    return "model \((model ?? Setting.model.defaultText).printable) and language \(language)"
  }
}
