import AudioFileClient
import ConcurrencyExtras
import Foundation
import Testing

/// Files with several audio tracks, and channels as speakers.
struct TracksAndChannelsTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession()
  }

  /// The second track is the first one with sound.
  private static let probeTracks: @Sendable (URL) -> AudioFileInfo = { url in
    AudioFileInfo(
      byteCount: 5, channelCount: 1, duration: .seconds(83), format: .webm, sampleRate: 16_000,
      track: url.audioTrack ?? 2)
  }

  @Test("Of several audio tracks, the transcript's is named")
  func imported() async throws {
    let path = try session.file("memo.mkv")
    func outcome(_ arguments: String...) async -> CommandSession.Outcome {
      await session.run(["import", path] + arguments) {
        $0.audioFile.probe = Self.probeTracks
      }
    }
    #expect(await outcome().output.contains("memo: 5 words in audio track 2\n"))
    let again = await outcome("--track", "1").error
    #expect(again.contains("--track ignored: "))
    #expect(again.contains("'speechmemo retry 00000000' with these options transcribes it again"))
    #expect(await session.run("import", path, "--track", "0").status == 2)
  }

  @Test("The audio track is named unless it was given", arguments: [[], ["--keep"]])
  func transcribed(options: [String]) async throws {
    let path = try session.file("memo.mkv")
    func outcome(_ arguments: [String]) async -> CommandSession.Outcome {
      await session.run(["transcribe", path] + options + arguments) {
        $0.audioFile.probe = Self.probeTracks
      }
    }
    let note = "audio track 2 was transcribed; --track selects another one\n"
    #expect(await outcome(["--track", "2"]).error == "")
    if options.isEmpty {
      #expect(await outcome([]).error.hasSuffix("memo.mkv: \(note)"))
    }
  }

  @Test("The note about the audio track follows the end of the text's last line")
  func trackAfterText() async throws {
    let path = try session.file("memo.mkv")
    let texts = LockIsolated<[String]>([])
    _ = await session.run("transcribe", path) {
      $0.audioFile.probe = Self.probeTracks
      let print = $0.terminal.print
      $0.terminal.print = { text, stream in
        texts.withValue { $0.append(text) }
        try print(text, stream)
      }
    }
    let written = texts.value.joined()
    let note = try #require(written.range(of: "audio track 2"))
    #expect(written[..<note.lowerBound].contains("All is well.\n"))
  }

  /// Two channels of syllables: the right one is louder for 0.6 seconds, then the left one, and so
  /// on. A call has one speaker in each, and a room has both in each.
  @Sendable private static func listen(to file: URL, from start: Duration) -> DecodedAudio {
    let quieter: Float = file.lastPathComponent == "room.wav" ? 0.4 : 0
    let frames = (0..<80_000).flatMap { index -> [Float] in
      let sample: Float = index / 400 % 5 == 4 ? 0 : index % 2 == 0 ? 0.1 : -0.1
      let isRight = index < 4_800 || index > 40_000
      return [sample * (isRight ? quieter : 1), sample * (isRight ? 1 : quieter)]
    }
    return DecodedAudio(
      channelCount: 2,
      chunks: AsyncThrowingStream { continuation in
        continuation.yield(frames)
        continuation.finish()
      }, sampleRate: 8_000)
  }

  private func transcribed(_ arguments: String...) async -> CommandSession.Outcome {
    await session.run(["transcribe"] + arguments) {
      $0.audioFile.probe = { _ in
        AudioFileInfo(
          byteCount: 5, channelCount: 2, duration: .seconds(10), format: .wav, sampleRate: 8_000)
      }
      $0.audioFile.listen = Self.listen
    }
  }

  private static let labeled = "Speaker 1: Good morning.\n\nSpeaker 2: All is well.\n"
  private static let plain = "Good morning. All is well.\n"

  @Test("Channels that do not overlap are speakers, unless --no-channels is given")
  func channels() async throws {
    let path = try session.file("call.wav")
    #expect(await transcribed(path) == .init(0, output: Self.labeled))
    #expect(await transcribed(path, "--no-channels") == .init(0, output: Self.plain))
    let both = await transcribed(path, "--channels", "--speakers", "2")
    #expect(both.status == 2)
    #expect(both.error.contains("--channels and --speakers cannot be combined: give one of them"))
  }

  @Test("Channels that overlap are speakers if --channels is given")
  func overlappingChannels() async throws {
    let path = try session.file("room.wav")
    #expect(await transcribed(path) == .init(0, output: Self.plain))
    #expect(await transcribed(path, "--channels") == .init(0, output: Self.labeled))
  }

  @Test("Each file of a command has speakers by its own channels")
  func channelsOfEachFile() async throws {
    let paths = try [session.file("call.wav"), session.file("room.wav", "other")]
    let folder = session.folder.root.appendingPathComponent("texts")
    #expect(await transcribed(paths[0], paths[1], "-f", "txt", "-o", "\(folder.path)/").status == 0)
    let texts = try ["call.txt", "room.txt"].map {
      try String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }
    #expect(texts == [Self.labeled, Self.plain])
  }

  @Test("Channels of a file with a single one are not speakers, and a note says so")
  func oneChannel() async throws {
    let outcome = await session.run("transcribe", try session.file("memo.wav"), "--channels")
    #expect(outcome.status == 0)
    #expect(outcome.output == "Good morning. All is well.\n")
    #expect(outcome.error.contains("the audio does not have two channels"))
  }
}
