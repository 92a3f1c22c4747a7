import AudioFileClientLive
import ConcurrencyExtras
import Dependencies
import Foundation
import SpeechClient
import Testing
import WyomingCore
import WyomingProtocol

struct ReceivedAudioTests {
  /// A second of a tone, with the other channels silent.
  private static func tone(rate: Int, width: Int, channels: Int) -> [UInt8] {
    let full = Double(1 << (8 * width - 1))
    return (0..<rate).flatMap { frame -> [UInt8] in
      let value = Int(full / 2 * sin(2 * .pi * 440 * Double(frame) / Double(rate)))
      let sample = (0..<width).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
      return sample + [UInt8](repeating: 0, count: width * (channels - 1))
    }
  }

  /// The audio that the engine receives in chunks.
  private func heard(
    _ sound: [UInt8], rate: Int, width: Int, channels: Int, id: UUID = UUID()
  ) async throws -> [Float] {
    let samples = LockIsolated<[Float]>([])
    let named = URL(fileURLWithPath: NSTemporaryDirectory())
      .appendingPathComponent("speechmemo-\(id.uuidString.lowercased())").path
    var speech = SpeechClient.scripted(saying: "Yes.")
    let transcribe = speech.transcribe
    speech.transcribe = { request in
      AsyncThrowingStream { continuation in
        Task {
          do {
            #expect(!FileManager.default.fileExists(atPath: named))
            for try await piece in request.audio.samples(from: .zero) {
              samples.withValue { $0 += piece }
            }
            for try await event in transcribe(request) { continuation.yield(event) }
            continuation.finish()
          } catch {
            continuation.finish(throwing: error)
          }
        }
      }
    }
    let format: [String: WyomingValue] = [
      "rate": .number(Double(rate)), "width": .number(Double(width)),
      "channels": .number(Double(channels)),
    ]
    // No chunk has whole frames only.
    let chunks = stride(from: 0, to: sound.count, by: 20_011).map { start in
      WyomingEvent(
        "audio-chunk", format, payload: Array(sound[start..<min(start + 20_011, sound.count)]))
    }
    let events = [WyomingEvent("audio-start", format)] + chunks + [WyomingEvent("audio-stop")]
    _ = try await withDependencies {
      $0.audioFile = .liveValue
      $0.continuousClock = ContinuousClock()
      $0.speechClient = speech
      $0.uuid = .constant(id)
    } operation: {
      try await SimulatedClient.talk(events, until: "transcript-stop")
    }
    return samples.value
  }

  @Test(
    "Audio of any rate, width and channel count is converted",
    arguments: [
      (16_000, 2, 1), (16_000, 3, 1), (16_000, 4, 1), (48_000, 3, 2), (44_100, 2, 2), (8_000, 2, 1),
      (96_000, 4, 3),
    ])
  func formats(rate: Int, width: Int, channels: Int) async throws {
    let sound = Self.tone(rate: rate, width: width, channels: channels)
    let heard = try await heard(sound, rate: rate, width: width, channels: channels)
    #expect(abs(heard.count - 16_000) < 20)
    // The middle, away from the ends of the audio.
    for index in stride(from: 4_000, to: 12_000, by: 7) {
      let expected = sin(2 * .pi * 440 * Double(index) / 16_000) / 2 / Double(channels)
      #expect(abs(Double(heard[index]) - expected) < 0.01)
    }
  }

  @Test("An incomplete frame is dropped")
  func halfFrame() async throws {
    let sound = Array(Self.tone(rate: 16_000, width: 2, channels: 1).prefix(3_201))
    #expect(try await heard(sound, rate: 16_000, width: 2, channels: 1).count == 1_600)
  }
}
