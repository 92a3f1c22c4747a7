import DatabaseClient
import Foundation
import SharedModels
import Tagged
import TestLibraries
import Testing

/// Texts with characters that a database may mishandle.
struct OddTextTests {
  private static let texts = [
    "nul\0 in it", "\0", "\u{1}", "\u{1}0", "\u{1}\u{1}0\0", "quote ' and \" and \\", "é🎤 会議",
    "{a,\"b\"}", "$1 %s", "line\nand\ttab", "\u{200b}", "", " ",
  ]

  @Test(
    "Text of any content survives storage", arguments: texts.indices,
    TestLibrary.live)
  func roundTrip(index: Int, kind: TestLibrary.Kind) async throws {
    let text = Self.texts[index]
    let library = try await TestLibrary(kind)
    let database = library.database
    let date = Date(timeIntervalSince1970: 1_790_000_000)
    let memo = Recording(
      id: Recording.ID(.fixed(1)),
      audio: AudioFile(
        byteCount: 1, channelCount: 1, fileName: "file \(text)",
        format: AudioFormat(rawValue: "f\(text)"), sampleRate: 1, sha256: "sha \(text)"),
      date: date, duration: .seconds(1),
      provenance: Provenance(
        device: text, kind: .recorded, originalDate: date, originalFileName: text),
      tags: ["tag \(text)", "other"], title: text, transcription: .failed(reason: text))
    try await database.insert(recording: memo, job: nil)
    let read = try await library.secondClient()
    #expect(try await read.recordings(matching: RecordingQuery()) == [memo])
    #expect(try await read.audioFileNames() == ["file \(text)"])
    #expect(try await read.recordingWithChecksum(sha256: "sha \(text)") == memo)
    // SQLite's functions end a text at U+0000.
    if !text.contains("\0") {
      for filter in [
        RecordingFilter(tags: ["TAG \(text)"]),
        RecordingFilter(titlePrefix: String(text.prefix(3))),
      ] {
        let found = try await read.recordings(matching: RecordingQuery(filter: filter))
        #expect(found.count == 1)
      }
    }

    let transcript = Transcription(
      id: Transcription.ID(.fixed(2)), createdAt: date,
      engine: TranscriptionEngine(name: "e\(text)", version: text), language: text, model: text,
      segments: [
        Segment(
          start: .zero, end: .seconds(1), text: text,
          words: [Word(text: text, start: .zero, end: .seconds(1))])
      ],
      settings: TranscriptionSettings(vocabulary: text),
      speakers: [
        Speaker(
          id: 0, name: text, likelyName: text, voice: Voice(model: text, embedding: [0.5]))
      ])
    let other = Recording.fixed(3)
    try await database.insertTranscribed(
      memos: [TranscribedMemo(recording: other, transcription: transcript)])
    #expect(try await read.transcription(of: other.id) == transcript)
    #expect(try await database.integrityProblems() == [])

    let voice = RememberedVoice(
      name: "v\(text)", voice: Voice(model: text, embedding: [0.5]), createdAt: date)
    #expect(
      try await database.voices.remember(
        of: 0, in: transcript.id, name: voice.name, at: voice.createdAt))
    #expect(try await read.voices.all() == [voice])
    let file = ProcessedFile(path: "/\(text)", byteCount: 1, modifiedAt: 2, problem: text)
    try await database.saveProcessedFile(file: file)
    #expect(try await read.processedFiles() == [file])
    let token = AccessToken(name: "t\(text)", scopes: [.read], createdAt: date)
    _ = try await database.access.addToken(token: token, sha256: text)
    #expect(try await read.access.tokens() == [token])
    #expect(try await database.access.removeToken(name: "t\(text)"))

    let job = TranscriptionJob(
      id: TranscriptionJob.ID(.fixed(4)), recordingID: memo.id, createdAt: date, model: text,
      settings: TranscriptionSettings(vocabulary: text))
    try await database.jobs.enqueue(job: job)
    let checkpoint = TranscriptionCheckpoint(maker: text, start: .zero, state: text)
    let claimed = try #require(try await database.jobs.claim(among: nil))
    #expect(claimed.model == text && claimed.settings == job.settings)
    try await database.jobs.append(
      segments: [.spoken("a")], to: job.id, checkpoint: checkpoint, progress: 1)
    #expect(try await read.jobs.job(of: memo.id)?.checkpoint == checkpoint)
    try await database.jobs.end(id: job.id, outcome: .failed(reason: text, at: date))
    #expect(try await read.jobs.job(of: memo.id)?.reason == text)
  }

  @Test(
    "Notifications contain text unchanged", arguments: texts.indices, TestLibrary.live)
  func webhookEvent(index: Int, kind: TestLibrary.Kind) async throws {
    let text = Self.texts[index]
    let database = try await TestLibrary(kind).database
    try await database.webhookEvents.setWebhook(url: URL(fileURLWithPath: "/hook"))
    try await database.insert(recording: .fixed(1, title: text), job: nil)
    let event = try #require(
      try await database.webhookEvents.claim(at: .distantFuture, until: .distantFuture))
    let body = try #require(
      try JSONSerialization.jsonObject(with: Data(event.body.utf8)) as? [String: Any])
    #expect((body["data"] as? [String: Any])?["title"] as? String == text)
  }
}
