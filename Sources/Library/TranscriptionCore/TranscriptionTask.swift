import AudioFileClient
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import SpeechClient

/// One job, from its claim to its end.
struct TranscriptionTask: Sendable {
  let job: TranscriptionJob
  let report: @Sendable (TranscriptionQueue.Event) async -> Void

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.speechClient) private var speechClient

  init(
    job: TranscriptionJob, report: @escaping @Sendable (TranscriptionQueue.Event) async -> Void
  ) {
    self.job = job
    self.report = report
  }

  func run() async throws {
    do {
      try await end()
    } catch DatabaseError.notFound {
      // The memo was forgotten, or another job took this one's place: nobody waits for it.
      try Task.checkCancellation()
    } catch let error as DatabaseError {
      // Otherwise it would count as running for as long as this process lives.
      try? await database.endJob(id: job.id, outcome: .interrupted)
      throw error
    }
  }

  private func end() async throws {
    do {
      await report(.began(job.recordingID))
      try await transcribeUntilDone()
    } catch DatabaseError.changedMeanwhile {
      try await fail(
        "its text was edited while the new transcript was made, and stays; ask again to replace it")
    } catch let error as DatabaseError {
      throw error
    } catch {
      // The stream of a task that is cancelled ends with whatever the engine makes of it.
      if error is CancellationError || Task.isCancelled {
        try await database.endJob(id: job.id, outcome: .interrupted)
        throw CancellationError()
      }
      try await fail(String(describing: error))
    }
  }

  private func fail(_ reason: String) async throws {
    try await database.endJob(id: job.id, outcome: .failed(reason: reason, at: now))
    await report(.failed(job.recordingID, reason: reason))
  }

  /// Goes on with a new engine where one was lost on the way. One that never began will not begin
  /// the next time either.
  private func transcribeUntilDone() async throws {
    var progress = Progress(checkpoint: job.checkpoint, reached: job.transcribedUntil)
    if job.transcribedUntil > .zero {
      progress.add(try await database.keptSegments(of: job.id, after: 0))
    }
    while true {
      let engineCount = progress.engineCount
      do {
        return try await transcribe(&progress)
      } catch let error as SpeechClient.Failure
        where error.isWorthRetrying && progress.engineCount > engineCount
        && progress.engineCount < TranscriptionQueue.engineLimit && !Task.isCancelled
      {
        continue
      }
    }
  }

  private struct Progress {
    /// About as many segments as an engine takes for what is said.
    static let contextCount = 12

    /// From where to go on, if the engine told.
    var checkpoint: TranscriptionCheckpoint?
    /// What was said before.
    var context: [String] = []
    /// How many engines have begun.
    var engineCount = 0
    var reached: Duration
    var wordCount = 0

    mutating func add(_ segments: [Segment]) {
      wordCount += segments.reduce(0) { $0 + $1.words.count }
      context = (context + segments.suffix(Self.contextCount).map(\.text)).suffix(Self.contextCount)
    }
  }

  private func transcribe(_ progress: inout Progress) async throws {
    let recordings = try await database.recordings(
      matching: RecordingQuery(ids: [job.recordingID], place: nil))
    guard let recording = recordings.first
    else { throw Failure(description: "the memo is no longer in the library") }
    let file = folder.audioFile(named: recording.audio.fileName)
    do {
      _ = try await audioFile.probe(url: file)
    } catch AudioFileError.missing {
      throw Failure(description: "its audio file \(file.path) is gone")
    }

    var summary: TranscriptionSummary?
    let request = TranscriptionRequest(
      audio: .recording { [audioFile] in audioFile.decode(url: file, startingAt: $0) },
      checkpoint: progress.checkpoint,
      duration: recording.duration,
      model: job.model,
      precedingText: progress.context.isEmpty ? nil : progress.context.joinedAsText(),
      settings: job.settings,
      startingAt: progress.reached)
    for try await event in speechClient.transcribe(request) {
      switch event {
      case .finished(let finished):
        summary = finished
      case .progress(let fraction):
        await report(.progressed(job.recordingID, fraction))
      case .passage(let segments, let checkpoint):
        try await keep(segments, checkpoint, of: recording, &progress)
      case .segment(let segment):
        try await keep([segment], nil, of: recording, &progress)
      case .started:
        progress.engineCount += 1
      case .language:
        break
      }
    }
    try Task.checkCancellation()
    guard let summary
    else { throw Failure(description: "the speech engine stopped before the end") }
    try await database.endJob(
      id: job.id,
      outcome: .done(
        engine: summary.engine, model: summary.model, language: summary.language, at: now))
    await report(.finished(job.recordingID, wordCount: progress.wordCount))
  }

  private func keep(
    _ segments: [Segment], _ checkpoint: TranscriptionCheckpoint?, of recording: Recording,
    _ progress: inout Progress
  ) async throws {
    let reached = max(progress.reached, segments.last?.end ?? .zero)
    let fraction = fraction(of: reached, in: recording)
    try await database.appendSegments(
      segments: segments, to: job.id, checkpoint: checkpoint, progress: fraction)
    progress.add(segments)
    progress.checkpoint = checkpoint
    progress.reached = reached
    await report(.progressed(job.recordingID, fraction))
  }

  private func fraction(of time: Duration, in recording: Recording) -> Double {
    recording.duration > .zero ? min(1, time / recording.duration) : 1
  }

  private struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
