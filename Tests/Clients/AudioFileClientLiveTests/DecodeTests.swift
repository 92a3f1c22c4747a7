import AudioFileClient
import AudioFileClientLive
import Foundation
import Testing

@Suite struct DecodeTests {
  let client = AudioFileClient.live()
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func decode(_ wave: Wave, from start: Duration = .zero) async throws -> [Float] {
    let file = try folder.file("a.wav", wave.bytes)
    return try await client.decode(file, start).collect()
  }

  @Test("every WAV encoding decodes to its samples", arguments: Wave.Encoding.allCases)
  func encodings(_ encoding: Wave.Encoding) async throws {
    let samples = sine(440, rate: 16_000, seconds: 0.5)
    let decoded = try await decode(Wave(encoding: encoding, samples: samples))
    #expect(decoded.count == samples.count)
    let tolerance: Float = encoding == .u8 ? 0.01 : 0.0001
    #expect(zip(decoded, samples).allSatisfy { abs($0 - $1) <= tolerance })
  }

  @Test("16 kHz mono floats are unchanged")
  func untouched() async throws {
    let samples = sine(1_000, rate: 16_000, seconds: 9)
    #expect(try await decode(Wave(encoding: .float, samples: samples)) == samples)
  }

  @Test(
    "every rate becomes 16 kHz, of the same length",
    arguments: [8_000, 11_025, 22_050, 32_000, 44_100, 48_000, 96_000, 192_000])
  func rates(_ rate: Int) async throws {
    let samples = sine(1_000, rate: rate, seconds: 0.5)
    let decoded = try await decode(Wave(sampleRate: rate, samples: samples))
    #expect(abs(decoded.count - 8_000) <= 1)
    #expect(abs(amplitude(of: 1_000, in: decoded[1_000..<7_000], rate: 16_000) - 0.5) < 0.005)
  }

  @Test("eight channels are averaged")
  func eightChannels() async throws {
    let mono = sine(500, rate: 16_000, seconds: 0.25)
    let samples = mono.flatMap { sample in (0..<8).map { $0 < 4 ? sample : 0 } }
    let decoded = try await decode(Wave(channelCount: 8, encoding: .float, samples: samples))
    #expect(decoded.count == mono.count)
    #expect(zip(decoded, mono).allSatisfy { abs($0 - $1 / 2) < 1e-6 })
  }

  @Test("two channels are averaged")
  func stereo() async throws {
    let samples: [Float] = (0..<2_000).flatMap { _ in [0.5, -0.25] }
    let decoded = try await decode(Wave(channelCount: 2, encoding: .float, samples: samples))
    #expect(decoded == Array(repeating: 0.125, count: 2_000))
  }

  @Test("channels of opposite polarity do not cancel", arguments: [2, 6])
  func oppositeChannels(count: Int) async throws {
    let mono = sine(440, rate: 16_000, seconds: 1)
    let samples = mono.flatMap { sample in (0..<count).map { $0 % 2 == 0 ? sample : -sample } }
    let wave = Wave(channelCount: count, encoding: .float, samples: samples)
    let decoded = try await decode(wave)
    #expect(decoded.count == mono.count)
    #expect(zip(decoded, mono).dropFirst(160).allSatisfy { abs($0 - $1) < 1e-6 })
    let file = folder.url.appending(path: "a.wav")
    #expect(try await client.peaks(of: file, count: 4).allSatisfy { $0.rms > 0.3 })
  }

  @Test("opposite voices do not cancel below a common hum and offset")
  func oppositeVoices() async throws {
    let hum = sine(50, rate: 48_000, seconds: 2, amplitude: 0.3)
    let voice = sine(700, rate: 48_000, seconds: 2, amplitude: 0.1)
    let samples = zip(hum, voice).flatMap { hum, voice -> [Float] in
      let common = hum + 0.2
      return [common + voice, common - voice]
    }
    let decoded = try await decode(
      Wave(channelCount: 2, encoding: .float, sampleRate: 48_000, samples: samples))
    #expect(abs(amplitude(of: 700, in: decoded[8_000..<24_000], rate: 16_000) - 0.1) < 0.005)
  }

  @Test("a polarity that changes within a file cancels less than a quarter second")
  func changingPolarity() async throws {
    let mono = sine(440, rate: 16_000, seconds: 3)
    let samples = mono.enumerated().flatMap { index, sample in
      [sample, (15_000..<31_000).contains(index) ? -sample : sample]
    }
    let decoded = try await decode(Wave(channelCount: 2, encoding: .float, samples: samples))
    let frames = stride(from: 0, to: decoded.count, by: 160).map { level(decoded[$0..<$0 + 160]) }
    #expect(frames.count { $0 < 0.3 } < 50)
  }

  @Test("channels without a likeness are averaged, and neither is inverted")
  func differingChannels() async throws {
    let low = sine(300, rate: 16_000, seconds: 1)
    let high = sine(1_700, rate: 16_000, seconds: 1)
    let samples = zip(low, high).flatMap { [$0, $1] }
    let decoded = try await decode(Wave(channelCount: 2, encoding: .float, samples: samples))
    #expect(decoded == zip(low, high).map { ($0 + $1) * 0.5 })
  }

  @Test(
    "every container is recognized by its content, whatever its name",
    arguments: Container.allCases)
  func containers(_ container: Container) async throws {
    let rate = container == .opus ? 48_000 : 44_100
    let samples = sine(700, rate: rate, seconds: 2)
    let file = folder.url.appending(path: "misleading.\(container == .wav ? "mp3" : "wav")")
    try encode(samples, rate: rate, as: container, to: file)
    let info = try await client.probe(file)
    #expect(info.format.rawValue == container.rawValue)
    #expect(info.channelCount == 1)
    #expect(info.sampleRate == rate)
    #expect(!info.isTruncated)
    #expect(abs(info.duration / .seconds(1) - 2) < 0.001)
    let decoded = try await client.decode(file, .zero).collect()
    #expect(abs(decoded.count - 32_000) <= 16)
    let middle = decoded[8_000..<24_000]
    #expect(abs(amplitude(of: 700, in: middle, rate: 16_000) - 0.5) < 0.03)
  }

  @Test("decoding can start at a time, in every container", arguments: Container.allCases)
  func startingAt(_ container: Container) async throws {
    let rate = container == .opus ? 48_000 : 44_100
    let low = sine(300, rate: rate, seconds: 1.5)
    let high = sine(2_000, rate: rate, seconds: 1.5)
    let file = folder.url.appending(path: "a")
    try encode(low + high, rate: rate, as: container, to: file)
    let whole = try await client.decode(file, .zero).collect()
    let tail = try await client.decode(file, .milliseconds(1_250)).collect()
    #expect(abs(tail.count - (whole.count - 20_000)) <= 16)
    #expect(correlation(Array(whole.dropFirst(20_000)), tail, shifts: -4...4) > 0.98)
  }

  @Test("a start beyond the end yields nothing, and one before the beginning everything")
  func startOutside() async throws {
    let wave = Wave(samples: sine(300, rate: 16_000, seconds: 1))
    #expect(try await decode(wave, from: .seconds(2)).isEmpty)
    #expect(try await decode(wave, from: .seconds(-2)).count == 16_000)
  }

  @Test("NaN and out-of-range samples become silence")
  func wildSamples() async throws {
    var samples = sine(1_000, rate: 48_000, seconds: 1)
    let wildOnes: [Float] = [.nan, .infinity, -.infinity, 3e38]
    for (index, wild) in wildOnes.enumerated() {
      samples[1_000 + index] = wild
    }
    let decoded = try await decode(Wave(encoding: .float, sampleRate: 48_000, samples: samples))
    #expect(decoded.allSatisfy { $0.isFinite && abs($0) < 1 })
    #expect(abs(amplitude(of: 1_000, in: decoded[4_000..<12_000], rate: 16_000) - 0.5) < 0.005)
  }

  @Test("a file with a single track has no second one", arguments: [Container.wav, .mp3])
  func singleTrack(_ container: Container) async throws {
    let file = folder.url.appending(path: "a")
    try encode(sine(300, rate: 44_100, seconds: 1), rate: 44_100, as: container, to: file)
    let first = try await client.decode(file.audioTrack(1), .zero).collect()
    #expect(try await client.decode(file, .zero).collect() == first)
    await #expect(throws: AudioFileError.noTrack(path: file.path, count: 1)) {
      try await client.probe(file.audioTrack(2))
    }
  }

  @Test("silence stays silence")
  func silence() async throws {
    let decoded = try await decode(
      Wave(sampleRate: 44_100, samples: Array(repeating: 0, count: 44_100)))
    #expect(decoded.count == 16_000)
    #expect(decoded.allSatisfy { $0 == 0 })
  }

  @Test("a decoding that is canceled throws, in the middle of a file")
  func cancellation() async throws {
    let file = try folder.file(
      "a.wav", Wave(samples: sine(300, rate: 16_000, seconds: 20)).bytes)
    let client = client
    let task = Task {
      var chunks = 0
      for try await _ in client.decode(file, .zero) {
        chunks += 1
        withUnsafeCurrentTask { $0?.cancel() }
      }
      return chunks
    }
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test(
    "files of a variable bit rate without an index are decoded to their end",
    .enabled(if: hasFFmpeg, "ffmpeg makes the file"))
  func variableBitRate() async throws {
    var generator = Noise()
    let noise = (0..<441_000).map { _ in generator.next() }
    let source = try folder.file(
      "a.wav",
      Wave(sampleRate: 44_100, samples: noise + Array(repeating: 0, count: 44_100 * 30)).bytes)
    let file = folder.url.appending(path: "a.mp3")
    try run("ffmpeg", ["-i", source.path, "-q:a", "4", "-write_xing", "0", file.path])
    let info = try await client.probe(file)
    #expect(abs(info.duration / .seconds(1) - 40) < 0.1)
    #expect(try await client.decode(file, .zero).collect().count > 16_000 * 39)
  }

  @Test(
    "a file of a variable bit rate without an index is not taken for truncated",
    .enabled(if: hasFFmpeg, "ffmpeg makes the file"))
  func estimatedLength() async throws {
    var generator = Noise()
    // The silent start makes the file look longer than it is.
    let samples = (0..<88_200).map { $0 < 44_100 ? 0 : generator.next() }
    let source = try folder.file("a.wav", Wave(sampleRate: 44_100, samples: samples).bytes)
    let file = folder.url.appending(path: "a.mp3")
    try run("ffmpeg", ["-i", source.path, "-q:a", "4", "-write_xing", "0", file.path])
    let info = try await client.probe(file)
    #expect(!info.isTruncated)
    #expect(info.declaredDuration == nil)
    #expect(abs(info.duration / .seconds(1) - 2) < 0.1)
  }
}
