import DatabaseClient
import Dependencies
import Foundation
import SharedModels
import SpeechClient
import Testing

struct RetryTests {
  @Test("A waiting job is retried with its options, or with new ones, without IDs too")
  func retryAllWaiting() async throws {
    let bad = SpeechClient.scripted([], thenFailing: .weights(message: "no weights"))
    let cases: [([String], String)] = [([], "folio"), (["--model", "large"], "large")]
    for (options, model) in cases {
      let session = try CommandSession()
      _ = await session.run(
        "import", "--no-wait", "--model", "folio", try session.file("memo.wav"))
      _ = await session.run(["retry"] + options) { $0.speechClient = bad }
      #expect(try await session.database.jobs.list().map(\.model) == [model])
    }
  }

  @Test("A retry keeps the audio track, unless another one is given", arguments: [false, true])
  func retryTrack(isWaiting: Bool) async throws {
    let session = try CommandSession()
    let wait = isWaiting ? ["--no-wait"] : []
    _ = await session.run(["import", "--track", "2", try session.file("memo.mkv")] + wait)
    for (options, track) in [(["--model", "folio"], 2), (["--track", "3"], 3)] {
      #expect(await session.run(["retry", "last"] + options).status == 0)
      let memo = try #require(try await session.database.recordings(matching: .init()).first)
      #expect(
        try await session.database.transcription(of: memo.id)?.settings.track == track)
    }
  }

  @Test("Without IDs, a failed transcription does not replace edited text")
  func retryEdited() async throws {
    var transcription = TranscribedMemo.numbered(1).transcription
    transcription.editedAt = CommandSession.now
    let memo = TranscribedMemo.numbered(1, title: "Talk").recording
    let session = try CommandSession([
      TranscribedMemo(recording: memo, transcription: transcription)
    ])
    try session.file("audio/\(memo.audio.fileName)")
    let job = TranscriptionJob(
      id: TranscriptionJob.ID(UUID(5)), recordingID: memo.id, createdAt: CommandSession.now)
    try await session.database.jobs.enqueue(job: job)
    _ = try await session.database.jobs.claim(among: nil)
    try await session.database.jobs.end(
      id: job.id, outcome: .failed(reason: "edited", at: CommandSession.now))
    let skipped = await session.run("retry")
    #expect(
      skipped
        == .init(
          0,
          error: """
            speechmemo: the text of 00000000 Talk was edited; 'speechmemo retry 00000000 --force' \
            replaces it
            Nothing to retry.

            """))
    #expect(try await session.database.transcription(of: memo.id) == transcription)
    #expect(await session.run("retry", "--force").status == 0)
    #expect(
      try await session.database.transcription(of: memo.id)?.text == "Good morning. All is well.")
  }

  @Test("A filter without failed memos leaves nothing to retry")
  func retryNothing() async throws {
    let session = try CommandSession([.numbered(1)])
    #expect(
      await session.run("retry", "--state", "failed") == .init(0, error: "Nothing to retry.\n"))
    #expect(await session.run("delete", "--state", "failed").status == 1)
  }
}
