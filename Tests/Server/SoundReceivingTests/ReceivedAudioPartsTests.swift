import AudioFileClientLive
import Dependencies
import Foundation
import SoundReceiving
import SpeechClient
import Testing

struct ReceivedAudioPartsTests {
  private func with<Value: Sendable>(
    _ operation: @Sendable () async throws -> Value
  ) async throws -> Value {
    try await withDependencies {
      $0.audioFile = .liveValue
      $0.uuid = UUIDGenerator { UUID() }
    } operation: {
      try await operation()
    }
  }

  private static let format = ReceivedAudio.Format(rate: 24_000, width: 2, channels: 1)

  @Test("Chunks form one audio file that can be read repeatedly")
  func pieces() async throws {
    try await with {
      var sound = try await ReceivedAudio(Self.format, seconds: 60, byteCount: 1 << 30)
      for _ in 0..<20 { try await sound.add([UInt8](repeating: 32, count: 24_000)) }
      #expect(sound.duration == .seconds(10))
      let (audio, duration) = try #require(try await sound.finished())
      #expect(duration == .seconds(10))
      for _ in 0..<2 {
        var count = 0
        for try await piece in audio.samples(from: .zero) { count += piece.count }
        #expect(count == 160_000)
      }
    }
  }

  @Test("Audio above the limit is refused, and earlier audio stays")
  func tooMuch() async throws {
    try await with {
      for (seconds, byteCount) in [(1, 1 << 30), (60, 48_000)] {
        var sound = try await ReceivedAudio(Self.format, seconds: seconds, byteCount: byteCount)
        try await sound.add([UInt8](repeating: 0, count: 48_000))
        await #expect(throws: ReceivedAudio.LimitExceeded.self) { try await sound.add([0, 0]) }
        #expect(try await sound.finished()?.duration == .seconds(1))
      }
    }
  }

  @Test("Quiet speech is raised, as in files")
  func quiet() async throws {
    // Syllables of 300 Hz, a fifth of a second long.
    let bytes = (0..<240_000).flatMap { index -> [UInt8] in
      let wave = 33 * sin(.pi * Double(index) / 40)
      let sample = index / 4_800 % 2 == 0 ? Int(wave) : 0
      return [UInt8(truncatingIfNeeded: sample), UInt8(truncatingIfNeeded: sample >> 8)]
    }
    try await with {
      var sound = try await ReceivedAudio(Self.format, seconds: 60, byteCount: 1 << 30)
      try await sound.add(bytes)
      let (audio, _) = try #require(try await sound.finished())
      var peak: Float = 0
      for try await piece in audio.samples(from: .zero) {
        peak = piece.reduce(peak) { max($0, $1.magnitude) }
      }
      // A mean of -35 dB, raised from -63 dB.
      #expect((0.02..<0.04).contains(peak))
    }
  }

  @Test("No audio yields no file")
  func nothing() async throws {
    try await with {
      var sound = try await ReceivedAudio(Self.format, seconds: 60, byteCount: 1 << 30)
      try await sound.add([1])
      #expect(try await sound.finished()?.duration == nil)
    }
  }
}
