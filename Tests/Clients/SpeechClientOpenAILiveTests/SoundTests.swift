import SpeechClient
import Testing

@testable import SpeechClientOpenAILive

struct SoundTests {
  @Test(
    "Audio that fits is one chunk; longer audio is cut at the quietest half second near the end")
  func cutting() {
    var splitter = AudioSplitter()
    splitter.add(sound(12, loudIn: 0..<8.5, 9.5..<12).asInt16)
    #expect(splitter.split(160_000, isEnd: true).count == Int(8.75 * 16_000))
    #expect(splitter.samples.count == Int(3.25 * 16_000))
    let rest = splitter.split(160_000, isEnd: true)
    #expect(rest.count == Int(3.25 * 16_000))
    #expect(splitter.samples.isEmpty)
    splitter.putBack(rest)
    #expect(splitter.samples == rest)
  }

  @Test("A chunk depends only on the audio from its start, not on how it arrives")
  func cutsAlike() {
    let samples = (0..<200_000).map { Int16(truncatingIfNeeded: $0 * 7919 % 12_345) }
    var (whole, pieces) = (AudioSplitter(), AudioSplitter())
    whole.add(samples)
    for start in stride(from: 0, to: samples.count, by: 777) {
      pieces.add(Array(samples[start..<min(start + 777, samples.count)]))
    }
    for _ in 0..<3 {
      #expect(whole.split(50_000, isEnd: true) == pieces.split(50_000, isEnd: false))
    }
  }

  @Test("A chunk never exceeds its limit, even below a second")
  func shortLimit() {
    var splitter = AudioSplitter()
    splitter.add([Int16](repeating: 0, count: 10_000))
    #expect(splitter.split(4_000, isEnd: false).count == 4_000)
  }

  @Test("Silence is detected, and quiet speech is not silence")
  func silence() {
    #expect(VoicedTime([Int16](repeating: 0, count: 16_000), rate: 16_000).isSilent)
    #expect(VoicedTime([Int16](repeating: 5, count: 16_000), rate: 16_000).isSilent)
    #expect(!VoicedTime([Int16](repeating: 50, count: 16_000), rate: 16_000).isSilent)
    #expect(VoicedTime([], rate: 16_000).isSilent)
  }

  @Test("An encoded chunk is readable by any server")
  func wave() {
    let bytes = WaveFile.bytes(of: [1, -2, 258])
    #expect(bytes.count == 50)
    #expect(String(decoding: bytes[0..<4] + bytes[8..<16], as: UTF8.self) == "RIFFWAVEfmt ")
    #expect(Array(bytes[20..<36]) == [1, 0, 1, 0, 0x80, 0x3e, 0, 0, 0, 0x7d, 0, 0, 2, 0, 16, 0])
    #expect(Array(bytes[40...]) == [6, 0, 0, 0, 1, 0, 0xfe, 0xff, 2, 1])
    #expect([0.5, -3, .nan, 1].asInt16 == [16_384, -32_767, 0, 32_767])
  }
}
