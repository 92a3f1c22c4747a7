import AudioFileClient
import AudioFileClientLive
import Csndfile
import Foundation
import Testing

@Suite("Encoding")
struct EncodingTests {
  private let client = AudioFileClient.live()
  private let folder: TestFolder

  init() throws {
    folder = try TestFolder()
  }

  @Test("Audio encoded to FLAC keeps its exact samples")
  func lossless() async throws {
    var noise = Noise()
    let samples = (0..<100_000).map { _ in noise.next() * 1.99 }
    let source = folder.url.appending(path: "a.wav")
    try encode(samples, rate: 48_000, as: .wav, to: source)
    let flac = folder.url.appending(path: "a.flac")
    let stored = try await client.encode(from: source, to: flac, comment: nil)
    #expect(try await client.checksum(of: flac) == stored)
    let info = try await client.probe(url: flac)
    #expect(info.format == .flac)
    #expect(info.sampleRate == 48_000)
    #expect(info.duration == .nanoseconds(samples.count * 1_000_000_000 / 48_000))
    #expect(try integers(in: flac) == integers(in: source))
  }

  @Test("A growing file may be encoded up to its current end, without a length in its header")
  func draft() async throws {
    // An AU file whose header leaves the length open, as drafts of recordings do.
    var bytes: [UInt8] = Array(".snd".utf8)
    for field in [24, UInt32.max, 3, 48_000, 1] {
      bytes += withUnsafeBytes(of: field.bigEndian) { Array($0) }
    }
    let values = (0..<4_801).map { Int16(truncatingIfNeeded: $0 &* 77) }
    for value in values { bytes += withUnsafeBytes(of: value.bigEndian) { Array($0) } }
    let source = folder.url.appending(path: "a.draft")
    try Data(bytes + [1]).write(to: source)
    let flac = folder.url.appending(path: "a.flac")
    _ = try await client.encode(from: source, to: flac, comment: nil)
    #expect(try integers(in: flac) == values.map { Int32($0) << 16 })
    #expect(try await client.probe(url: source).isTruncated == false)
  }

  @Test("Comments distinguish two files of the same audio")
  func comment() async throws {
    let source = folder.url.appending(path: "a.wav")
    try encode([Float](repeating: 0, count: 800), rate: 8_000, as: .wav, to: source)
    let first = folder.url.appending(path: "1.flac")
    let second = folder.url.appending(path: "2.flac")
    let one = try await client.encode(from: source, to: first, comment: "one")
    let two = try await client.encode(from: source, to: second, comment: "two")
    #expect(one.sha256 != two.sha256)
    #expect(try Data(contentsOf: first).range(of: Data("one".utf8)) != nil)
    #expect(try integers(in: first) == integers(in: second))
  }

  @Test("An existing file is not replaced")
  func existing() async throws {
    let source = folder.url.appending(path: "a.wav")
    try encode([0, 0.5], rate: 8_000, as: .wav, to: source)
    await #expect(throws: AudioFileError.destinationExists(path: source.path)) {
      try await client.encode(from: source, to: source, comment: nil)
    }
  }

  @Test("Playback audio has the file's own rate, from any start time")
  func listen() async throws {
    let samples = sine(440, rate: 44_100, seconds: 1)
    let source = folder.url.appending(path: "a.wav")
    try encode(samples, rate: 44_100, as: .wav, to: source)
    let sound = try await client.listen(url: source, startingAt: .milliseconds(500))
    #expect(sound.sampleRate == 44_100)
    #expect(sound.channelCount == 1)
    var heard: [Float] = []
    for try await chunk in sound.chunks { heard += chunk }
    #expect(heard.count == 22_050)
    #expect(zip(heard, samples[22_050...]).allSatisfy { abs($0 - $1) < 0.001 })
    let beyond = try await client.listen(url: source, startingAt: .seconds(9))
    for try await _ in beyond.chunks { Issue.record("there is no sound after the end") }
  }

  @Test("Playback of samples beyond full scale is lowered, not clipped", arguments: [1, 2])
  func listenBeyondFullScale(channelCount: Int) async throws {
    let tone = sine(441, rate: 44_100, seconds: 1, amplitude: 1)
    let samples = tone.flatMap { sample in Array(repeating: 4 * sample, count: channelCount) }
    let wave = Wave(
      channelCount: channelCount, encoding: .float, sampleRate: 44_100,
      samples: [.nan] + samples.dropFirst())
    let sound = try await client.listen(
      url: try folder.file("a.wav", wave.bytes), startingAt: .zero)
    var heard: [Float] = []
    for try await chunk in sound.chunks { heard += chunk }
    #expect(heard.count == samples.count)
    #expect(zip(heard, samples).allSatisfy { abs($0 - $1 / 4) < 0.01 })
  }

  private func integers(in url: URL) throws -> [Int32] {
    var info = SF_INFO()
    let file = try #require(sf_open(url.path, Int32(SFM_READ), &info))
    defer { sf_close(file) }
    var values = [Int32](repeating: 0, count: Int(info.frames))
    sf_readf_int(file, &values, info.frames)
    return values
  }
}
