import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import Testing

/// Commands beside other processes that transcribe, such as a server.
struct SharedWorkTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  @Test("An import waits for a transcript that another process makes")
  func transcribedElsewhere() async throws {
    let database = session.database
    let claimed = LockIsolated<TranscriptionJob?>(nil)
    let outcome = await session.run("import", try session.file("memo.wav")) {
      $0.continuousClock = ImmediateClock()
      // A server claims the job first, and completes it while the import waits.
      $0.database.jobs.claim = { _ in
        guard let job = claimed.value
        else {
          let job = try await database.jobs.claim(among: nil)
          claimed.setValue(job)
          return nil
        }
        try await database.jobs.append(
          segments: Transcription.preview("Made by the server.").segments, to: job.id,
          checkpoint: nil, progress: 1)
        try await database.jobs.end(
          id: job.id, outcome: .done(TranscriptionSummary(), at: CommandSession.now))
        return nil
      }
    }
    #expect(
      outcome
        == .init(
          0,
          output: """
            00000000  saved memo, dated by its last change
            00000000  memo: 4 words
                      Made by the server.

            """))
  }

  @Test("If the other process dies, the import makes the transcript")
  func otherDies() async throws {
    let database = session.database
    let polls = LockIsolated(0)
    let outcome = await session.run("import", try session.file("memo.wav")) {
      $0.continuousClock = ImmediateClock()
      $0.database.jobs.claim = { ids in
        let isClaimedElsewhere = polls.withValue {
          $0 += 1
          return $0 <= 2
        }
        return isClaimedElsewhere ? nil : try await database.jobs.claim(among: ids)
      }
    }
    #expect(outcome.status == 0 && outcome.error == "")
    #expect(outcome.output.hasSuffix("Good morning. All is well.\n"))
    let memos = try await database.recordings(matching: RecordingQuery())
    #expect(memos.map(\.transcription) == [.done])
  }

  @Test("A retry does not wait for other processes")
  func retryElsewhere() async throws {
    _ = await session.run("import", "--no-wait", try session.file("memo.wav"))
    let outcome = await session.run("retry") { $0.database.jobs.claim = { _ in nil } }
    #expect(outcome == .init(0, error: "1 memo is being transcribed by another process.\n"))
  }

  @Test("With --keep, a transcript that a server makes in the meantime is printed")
  func keptElsewhere() async throws {
    let database = session.database
    let claimed = LockIsolated<TranscriptionJob?>(nil)
    let outcome = await session.run("transcribe", "--keep", try session.file("memo.wav")) {
      $0.continuousClock = ImmediateClock()
      $0.database.jobs.claim = { _ in
        guard let job = claimed.value
        else {
          let job = try await database.jobs.claim(among: nil)
          claimed.setValue(job)
          return nil
        }
        try await database.jobs.append(
          segments: Transcription.preview("Made by the server.").segments, to: job.id,
          checkpoint: nil, progress: 1)
        try await database.jobs.end(
          id: job.id, outcome: .done(TranscriptionSummary(), at: CommandSession.now))
        return nil
      }
    }
    #expect(outcome == .init(0, output: "Made by the server.\n"))
  }
}
