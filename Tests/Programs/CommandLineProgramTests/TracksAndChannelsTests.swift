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

  @Test("Channels that do not overlap are speakers, unless --no-channels is given")
  func channels() async throws {
    let path = try session.file("call.wav")
    func transcribed(_ arguments: String...) async -> CommandSession.Outcome {
      await session.run(["transcribe", path] + arguments) {
        $0.audioFile.probe = { _ in
          AudioFileInfo(
            byteCount: 5, channelCount: 2, duration: .seconds(10), format: .wav, sampleRate: 8_000)
        }
        $0.audioFile.listen = { _, _ in
          // The right channel speaks for 0.6 seconds, then the left one, and so on.
          let frames = (0..<80_000).flatMap { index -> [Float] in
            let sample: Float = index % 2 == 0 ? 0.1 : -0.1
            let isRight = index < 4_800 || index > 40_000
            return [isRight ? 0 : sample, isRight ? sample : 0]
          }
          return DecodedAudio(
            channelCount: 2,
            chunks: AsyncThrowingStream { continuation in
              continuation.yield(frames)
              continuation.finish()
            }, sampleRate: 8_000)
        }
      }
    }
    let labeled = "Speaker 1: Good morning.\n\nSpeaker 2: All is well.\n"
    #expect(await transcribed() == .init(0, output: labeled))
    let plain = "Good morning. All is well.\n"
    #expect(await transcribed("--no-channels") == .init(0, output: plain))
    let both = await transcribed("--channels", "--speakers", "2")
    #expect(both.status == 2)
    #expect(both.error.contains("--channels and --speakers cannot be combined: give one of them"))
  }

  @Test("Channels of a file with a single one are not speakers, and a note says so")
  func oneChannel() async throws {
    let outcome = await session.run("transcribe", try session.file("memo.wav"), "--channels")
    #expect(outcome.status == 0)
    #expect(outcome.output == "Good morning. All is well.\n")
    #expect(outcome.error.contains("the audio does not have two channels"))
  }
}
