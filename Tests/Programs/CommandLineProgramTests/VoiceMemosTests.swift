import AudioFileClient
import DatabaseClient
import Foundation
import SharedModels
import Testing
import VoiceMemosClient

struct VoiceMemosTests {
  private let session: CommandSession
  private let folder: String

  init() throws {
    session = try CommandSession()
    folder = session.folder.root.appendingPathComponent("Recordings").path
    try session.file("Recordings/20260131 120000.m4a", "one")
    try session.file("Recordings/20260201 120000.m4a", "two")
  }

  private func run(
    _ arguments: String..., memos: [VoiceMemo]? = nil
  ) async -> CommandSession.Outcome {
    await session.run(["import", "--from", "apple-voice-memos", folder] + arguments) {
      $0.voiceMemos = .previewValue
      if let memos { $0.voiceMemos.library = { _ in VoiceMemosLibrary(memos: memos) } }
    }
  }

  @Test(
    "An imported library keeps titles, dates, tags and transcripts; the rest is transcribed")
  func library() async throws {
    let outcome = await run()
    #expect(outcome.status == 0)
    #expect(outcome.error == "Skipping 1 deleted memo in \(folder).\n")
    #expect(outcome.output.contains("saved Shopping\n"))
    #expect(outcome.output.contains("Lecture: 5 words\n"))
    let memos = try await session.database.recordings(matching: RecordingQuery())
    #expect(memos.map(\.title) == ["Lecture", "Shopping"])
    #expect(memos.map(\.tags) == [[], ["Home"]])
    #expect(memos.map(\.transcription) == [.done, .done])
    let text = try await session.database.transcription(of: memos[1].id)
    #expect(text?.text == Transcription.mock.text)
  }

  @Test("The same library again adds nothing")
  func again() async throws {
    _ = await run()
    let outcome = await run("--json")
    #expect(outcome.objects.map { $0["event"] as? String } == ["existing", "existing"])
  }

  @Test("A memo that is not downloaded is reported, and the others are imported")
  func notDownloaded() async throws {
    let gone = VoiceMemo(file: URL(fileURLWithPath: "\(folder)/gone.m4a"), title: "Gone")
    let there = VoiceMemo(file: URL(fileURLWithPath: "\(folder)/20260131 120000.m4a"), title: "A")
    let outcome = await session.run(
      "import", "--from", "apple-voice-memos", folder, "--no-wait"
    ) {
      $0.voiceMemos = .previewValue
      $0.voiceMemos.library = { _ in VoiceMemosLibrary(memos: [gone, there]) }
      let probe = $0.audioFile.probe
      $0.audioFile.probe = { url in
        guard FileManager.default.fileExists(atPath: url.path)
        else { throw AudioFileError.missing(path: url.path) }
        return try await probe(url)
      }
    }
    #expect(outcome.status == 1)
    #expect(outcome.error.hasPrefix("speechmemo: the audio of 'Gone' is not in the folder"))
    #expect(outcome.output.contains("saved A, dated by its name\n"))
  }

  @Test("Folders without a library and unknown sources are refused")
  func refusals() async {
    let outcome = await session.run("import", "--from", "apple-voice-memos", "/nowhere") {
      $0.voiceMemos.library = { throw VoiceMemosError.notFound(path: $0.path) }
    }
    #expect(outcome.status == 1)
    #expect(outcome.error.hasPrefix("speechmemo: /nowhere is not a Voice Memos library"))
    #expect(await session.run("import", "--from", "something", "/nowhere").status == 2)
  }
}
