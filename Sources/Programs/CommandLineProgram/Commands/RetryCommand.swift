import ArgumentParsing
import DatabaseClient
import Dependencies
import ImportCore
import SharedModels
import TerminalClient

extension CommandTable {
  static let retry: Command = {
    let force = Parameter.flag("force", help: "Replace the transcript even if it was edited.")
    return Command(
      "retry", summary: "Retry failed and unfinished transcriptions",
      discussion: """
        Without an ID, runs all transcriptions that are waiting, were interrupted, or failed. Failed \
        ones use the given model and options, or by default those of the last attempt. With IDs, or \
        options that select memos, transcribes those memos again, with the given model and options, \
        or by default those of 'speechmemo settings'.
        """,
      options: [force] + FilterOptions.all + RequestOptions.all, arguments: [optionalIDs]
    ) { arguments in
      @Dependency(\.terminal) var terminal
      let selection = RecordingSelection(arguments)
      let request = try RequestOptions.request(arguments)
      let recordings: [Recording]
      if selection.isEmpty {
        recordings = try await unfinished(request)
      } else {
        recordings = try await selection.recordings()
        try await enqueue(recordings, request, force: arguments[force])
      }
      guard !recordings.isEmpty
      else { return terminal.note("Nothing to retry.") }
      let failures = try await TranscriptionRun(
        recordings, width: arguments[RequestOptions.width]
      ).run()
      if failures > 0 { throw CommandFailure.alreadyReported }
    }
  }()

  /// Returns memos with waiting, interrupted or failed jobs, and queues the failed ones again.
  private static func unfinished(_ request: JobRequest) async throws -> [Recording] {
    @Dependency(\.database) var database
    @Dependency(\.date.now) var now
    @Dependency(\.uuid) var uuid
    let jobs = try await database.jobs.list()
    let recordings = try await database.recordings(
      matching: RecordingQuery(ids: jobs.map(\.recordingID)))
    let kept = Set(recordings.map(\.id))
    for job in jobs where job.state == .failed && kept.contains(job.recordingID) {
      let request =
        request == JobRequest()
        ? JobRequest(model: job.model, settings: job.settings) : request.completed()
      try await database.jobs.enqueue(job: request.job(for: job.recordingID, id: uuid(), at: now))
    }
    return recordings
  }

  private static func enqueue(
    _ recordings: [Recording], _ request: JobRequest, force: Bool
  ) async throws {
    @Dependency(\.database) var database
    @Dependency(\.date.now) var now
    @Dependency(\.uuid) var uuid
    for recording in recordings {
      let transcription = try await database.transcription(of: recording.id)
      guard force || transcription?.editedAt == nil
      else {
        throw CommandFailure(
          """
          the transcript of \(recording.id.short) was edited; add --force to replace it (the edited \
          one stays in the library's database)
          """)
      }
    }
    let jobs = try await database.jobs.list().filter { $0.state != .failed }
    let completed = request.completed()
    for recording in recordings {
      let pending = jobs.first { $0.recordingID == recording.id }
        .map { JobRequest(model: $0.model, settings: $0.settings) }
      // A pending job continues where it was, unless other options are given now.
      if let pending, completed == pending || request == JobRequest() { continue }
      try await database.jobs.enqueue(job: completed.job(for: recording.id, id: uuid(), at: now))
    }
  }
}
