import AudioFileClient
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import SharedSettings
import SpeakerCore
import SpeechClient

struct TranscriptionTask: Sendable {
  let job: TranscriptionJob
  let concurrency: Int
  /// Returns `true` if another machine should do the job: the engine fails to start here.
  let shouldRelease: (@Sendable (SpeechClient.Failure) -> Bool)?
  let report: @Sendable (TranscriptionQueue.Event) async -> Void

  @Dependency(\.audioFile) private var audioFile
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.database) private var database
  @Dependency(\.date.now) private var now
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.speechClient) private var speechClient

  private let languages = LikelyLanguages()

  /// Set before the job's end is written: from then on, a lost lease doesn't matter.
  private let isEnding = LockIsolated(false)

  init(
    job: TranscriptionJob, concurrency: Int,
    releasingIf shouldRelease: (@Sendable (SpeechClient.Failure) -> Bool)? = nil,
    report: @escaping @Sendable (TranscriptionQueue.Event) async -> Void
  ) {
    self.job = job
    self.concurrency = concurrency
    self.shouldRelease = shouldRelease
    self.report = report
  }

  func run() async throws {
    do {
      try await runRenewingLease()
    } catch DatabaseError.notFound {
      // The memo was deleted, or the job replaced or claimed elsewhere.
      try Task.checkCancellation()
    } catch let error where error.isInfrastructureFailure {
      // Without this, the job would wait until its lease expires.
      try? await endJob(.interrupted)
      try Task.checkCancellation()
      throw error
    }
  }

  /// Renews the lease during long steps and before the first; segments renew it, too.
  private func runRenewingLease() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      group.addTask {
        try await end()
        return true
      }
      group.addTask {
        try await renewLease()
        return false
      }
      defer { group.cancelAll() }
      while let isEnded = try await group.next(), !isEnded {}
    }
  }

  private func renewLease() async throws {
    while (try? await clock.sleep(for: TranscriptionQueue.heartbeat)) != nil, !isEnding.value {
      do {
        try await database.jobs.renew(id: job.id)
      } catch let error as DatabaseError {
        if case .notFound = error, !isEnding.value { throw error }
        // The database may recover before the lease expires. If not, storing segments throws.
      }
    }
  }

  private func end() async throws {
    do {
      // A job that progressed before its transcriber died may start more often.
      let minutes = Int(job.transcribedUntil / .seconds(60))
      if shouldRelease != nil, job.attempts > ClaimedTranscriptions.attemptLimit + minutes {
        throw Failure(
          description: """
            it was started \(job.attempts - 1) times and stopped unexpectedly each time, possibly \
            because memory ran out; retry to start it again
            """)
      }
      await report(.began(job.recordingID))
      try await transcribeUntilDone()
    } catch DatabaseError.conflict {
      try await fail(
        "its text was edited during transcription; to replace the edits, transcribe it again")
    } catch let error where error.isInfrastructureFailure {
      throw error
    } catch {
      // A canceled stream may end with any error.
      if error is CancellationError || Task.isCancelled {
        try await endJob(.interrupted)
        throw CancellationError()
      }
      // Clients of a server see the reason, but not its files.
      let reason = (error as? AudioFileError)?.description(naming: "the audio of this memo")
      try await fail(reason ?? String(describing: error))
    }
  }

  private func endJob(_ outcome: TranscriptionJob.Outcome) async throws {
    isEnding.setValue(true)
    try await database.jobs.end(id: job.id, outcome: outcome)
  }

  private func fail(_ reason: String) async throws {
    try await endJob(.failed(reason: reason, at: now))
    await report(.failed(job.recordingID, reason: reason))
  }

  /// Restarts a lost engine, but not one that failed to start.
  private func transcribeUntilDone() async throws {
    var progress = Progress(checkpoint: job.checkpoint, reached: job.transcribedUntil)
    if job.transcribedUntil > .zero {
      progress.add(try await database.jobs.keptSegments(of: job.id, after: 0))
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
      } catch let failure as SpeechClient.Failure
        where progress.engineCount == engineCount && !Task.isCancelled
        && shouldRelease?(failure) == true
      {
        throw EngineUnavailable(failure: failure)
      }
    }
  }

  private struct Progress {
    static let contextCount = 12
    static let firstCount = 60

    var checkpoint: TranscriptionCheckpoint?
    var context: [String] = []
    var engineCount = 0
    var firstWords: [Word] = []
    var reached: Duration
    var wordCount = 0

    mutating func add(_ segments: [Segment]) {
      wordCount += segments.reduce(0) { $0 + $1.words.count }
      for segment in segments where firstWords.count < Self.firstCount {
        firstWords += segment.words
      }
      context = (context + segments.suffix(Self.contextCount).map(\.text)).suffix(Self.contextCount)
    }
  }

  private func transcribe(_ progress: inout Progress) async throws {
    guard let recording = try await database.recording(id: job.recordingID)
    else { throw Failure(description: "the memo was deleted from the library") }
    let file = folder.audioFile(named: recording.audio.fileName).audioTrack(job.settings.track)
    do {
      _ = try await audioFile.probe(url: file)
    } catch AudioFileError.missing {
      throw Failure(description: "the audio of this memo is missing")
    }

    var summary: TranscriptionSummary?
    let request = TranscriptionRequest(
      audio: audioFile.speech(in: file),
      checkpoint: progress.checkpoint,
      concurrency: concurrency,
      duration: recording.duration,
      likelyLanguages: await languages.ofLibrary(),
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
      case .started:
        progress.engineCount += 1
      case .language:
        break
      }
    }
    try Task.checkCancellation()
    guard let summary
    else { throw Failure(description: "the speech engine stopped before the end") }
    let detected = try await detectSpeakers(in: recording, audio: file)
    try await setTitle(of: recording, from: progress.firstWords)
    try await endJob(
      .done(summary, speakers: detected.map(\.speakerReplacement), at: now))
    await report(.finished(job.recordingID, wordCount: progress.wordCount))
  }

  /// Runs before the job ends: if killed here, the job resumes.
  private func detectSpeakers(
    in recording: Recording, audio file: URL
  ) async throws -> Transcription? {
    guard job.settings.mayHaveSpeakers(of: recording.audio)
    else { return nil }
    var transcription = Transcription(
      segments: try await database.jobs.keptSegments(of: job.id, after: 0))
    do {
      let hasSpeakers = try await SpeakerFinder().setSpeakers(
        of: &transcription, audio: file, duration: recording.duration, job.settings)
      return hasSpeakers ? transcription : nil
    } catch {
      try Task.checkCancellation()
      await report(.speakersFailed(recording.id, reason: String(describing: error)))
      return nil
    }
  }

  /// Runs before the job ends, so that listeners get the title with the end.
  private func setTitle(of recording: Recording, from words: [Word]) async throws {
    guard SpokenTitle(for: recording, saying: words) != nil
    else { return }
    // The user may have set a title in the meantime.
    _ = try await database.modify(id: recording.id) { recording in
      if let title = SpokenTitle(for: recording, saying: words) { recording.title = title.text }
    }
  }

  private func keep(
    _ segments: [Segment], _ checkpoint: TranscriptionCheckpoint?, of recording: Recording,
    _ progress: inout Progress
  ) async throws {
    let reached = max(progress.reached, segments.last?.end ?? .zero)
    let fraction = fraction(of: reached, in: recording)
    try await database.jobs.append(
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

struct EngineUnavailable: Error, CustomStringConvertible {
  let failure: SpeechClient.Failure

  var description: String { failure.description }
}

extension Error {
  fileprivate var isInfrastructureFailure: Bool {
    switch self as any Error {
    case is DatabaseError, is EngineUnavailable, AudioFileError.noSpace, AudioFileError.store: true
    default: false
    }
  }
}
