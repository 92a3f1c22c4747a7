import AudioFileClient
import Dependencies
import DependenciesTestSupport
import Foundation
import SharedModels
import SpeakerCore
import SpeechClient
import Testing

struct ChannelSpeakersTests {
  private static let rate = 8_000
  private static let file = URL(fileURLWithPath: "/call.wav")

  /// Syllables with pauses, in the channels and from the time that `levels` gives, in decibels.
  private func sound(
    seconds: Double, channelCount: Int = 2, levels: (_ time: Double) -> [Double]
  ) -> [Float] {
    (0..<Int(seconds * Double(Self.rate))).flatMap { index -> [Float] in
      let time = Double(index) / Double(Self.rate)
      let isSyllable = Int(time * 10) % 4 != 3
      let wave = sin(2 * .pi * 400 * time)
      return levels(time).prefix(channelCount).map { level in
        Float(pow(10, (isSyllable ? level : min(level, -90)) / 20) * wave)
      }
    }
  }

  /// Speakers that alternate every two seconds, the right one first, heard by each other.
  private func call(leak: Double = -80) -> [Float] {
    sound(seconds: 12) { Int($0 / 2) % 2 == 0 ? [leak, -20] : [-30, leak] }
  }

  /// A word for each of the first four turns.
  private var transcription: Transcription {
    Transcription(segments: [
      Segment(
        words: [("One", 100), ("two", 2_100), ("three", 4_100), ("four.", 6_100)].map {
          text, start in
          Word(text: text, start: .milliseconds(start), end: .milliseconds(start + 1_500))
        })
    ])
  }

  private func speakers(
    _ samples: [Float], channelCount: Int = 2,
    _ settings: TranscriptionSettings = TranscriptionSettings()
  ) async throws -> [Int?]? {
    var transcription = transcription
    let hasSpeakers = try await withDependencies {
      $0.audioFile.listen = { url, start in
        #expect(url == Self.file && start == .zero)
        return DecodedAudio(
          channelCount: channelCount,
          chunks: AsyncThrowingStream { continuation in
            continuation.yield(Array(samples.prefix(1_000)))
            continuation.yield(Array(samples.dropFirst(1_000)))
            continuation.finish()
          },
          sampleRate: Self.rate)
      }
    } operation: {
      try await SpeakerFinder().setSpeakers(
        of: &transcription, audio: Self.file, duration: .seconds(12), settings)
    }
    #expect(transcription.speakers.isEmpty == !hasSpeakers)
    return hasSpeakers ? transcription.words.map { $0.speaker?.rawValue } : nil
  }

  @Test("Channels that do not overlap are speakers, in the order of their words")
  func apart() async throws {
    #expect(try await speakers(call()) == [0, 1, 0, 1])
  }

  @Test("Another speaker in the background is no overlap")
  func leak() async throws {
    #expect(try await speakers(call(leak: -45)) == [0, 1, 0, 1])
  }

  @Test("A room, music, and a silent channel are no speakers")
  func together() async throws {
    let room = sound(seconds: 12) { Int($0 / 2) % 2 == 0 ? [-23, -20] : [-20, -24] }
    let music = sound(seconds: 12) { _ in [-15, -15] }
    let silent = sound(seconds: 12) { _ in [-20, -100] }
    for samples in [room, music, silent] { #expect(try await speakers(samples) == nil) }
  }

  @Test("A request makes channels speakers that overlap, or keeps others from being speakers")
  func requested() async throws {
    let room = sound(seconds: 12) { Int($0 / 2) % 2 == 0 ? [-27, -20] : [-20, -27] }
    #expect(try await speakers(room, TranscriptionSettings(channels: true)) == [0, 1, 0, 1])
    #expect(try await speakers(call(), TranscriptionSettings(channels: false)) == nil)
  }

  @Test("Audio of one channel has no speakers by channel, and a request fails")
  func mono() async throws {
    let mono = sound(seconds: 4, channelCount: 1) { _ in [-20] }
    #expect(try await speakers(mono, channelCount: 1) == nil)
    await #expect(throws: SpeakerProblem.noChannels) {
      try await speakers(mono, channelCount: 1, TranscriptionSettings(channels: true))
    }
  }

  @Test("By default, only stereo audio may have speakers", arguments: [1, 2, 6])
  func possible(channelCount: Int) {
    let audio = AudioFile(channelCount: channelCount)
    #expect(TranscriptionSettings().mayHaveSpeakers(of: audio) == (channelCount == 2))
    #expect(!TranscriptionSettings(channels: false).mayHaveSpeakers(of: audio))
    #expect(TranscriptionSettings(channels: true).mayHaveSpeakers(of: audio))
    let voices = TranscriptionSettings(channels: false, speakers: SpeakerSettings())
    #expect(voices.mayHaveSpeakers(of: audio))
  }
}
