import AudioFileClient
import AudioFileClientLive
import Foundation
import Testing

@Suite struct JoinedSoundFileTests {
  let client = AudioFileClient.live(searchPath: "")
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  enum Format: CaseIterable {
    case au, flac, taggedFLAC
  }

  private func part(_ frequency: Double, _ format: Format) throws -> [UInt8] {
    let samples = sine(frequency, rate: 48_000, seconds: 1)
    guard format == .au
    else {
      let file = folder.url.appending(path: "part")
      try encode(samples, rate: 48_000, as: .flac, to: file)
      let tag = Array("ID3\u{04}\0\0\0\0\0\u{04}fLaC".utf8)
      return (format == .flac ? [] : tag) + [UInt8](try Data(contentsOf: file))
    }
    let numbers = [24, 2 * samples.count, 3, 48_000, 1].flatMap { number in
      [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
    }
    return Array(".snd".utf8) + numbers
      + samples.flatMap { sample -> [UInt8] in
        let number = Int(sample * 32_767)
        return [UInt8(truncatingIfNeeded: number >> 8), UInt8(truncatingIfNeeded: number)]
      }
  }

  @Test("all parts of a file are decoded, from any time", arguments: Format.allCases)
  func joined(format: Format) async throws {
    let frequencies = [700.0, 1_500, 2_300]
    let parts = try frequencies.map { try part($0, format) }
    let file = try folder.file("joined", parts.flatMap(\.self))
    let info = try await client.probe(file)
    #expect(info.duration == .seconds(3))
    #expect(!info.isTruncated)
    let decoded = try await client.decode(file, .zero).collect()
    #expect(decoded.count == 48_000)
    for (index, frequency) in frequencies.enumerated() {
      let second = decoded[index * 16_000 + 1_000..<(index + 1) * 16_000 - 1_000]
      #expect(abs(amplitude(of: frequency, in: second, rate: 16_000) - 0.5) < 0.01)
    }
    let rest = try await client.decode(file, .milliseconds(1_500)).collect()
    #expect(rest.count == 24_000)
    #expect(correlation(Array(decoded.dropFirst(24_000)), rest, shifts: -1...1) > 0.999)
  }

  @Test("the end of the last part can be missing", arguments: Format.allCases)
  func cut(format: Format) async throws {
    let parts = try part(700, format) + part(1_500, format)
    let file = try folder.file("joined", Array(parts.dropLast(parts.count / 4)))
    let info = try await client.probe(file)
    #expect(info.duration > .milliseconds(1_200) && info.duration < .milliseconds(1_800))
    let count = try await client.decode(file, .zero).collect().count
    #expect(abs(Double(count) / 16_000 - info.duration / .seconds(1)) < 0.01)
  }

  @Test("an AU header that names itself as its end is not a part")
  func noProgress() async throws {
    let header = Array(".snd".utf8) + [UInt8](repeating: 0, count: 20)
    let file = try folder.file("a.au", part(700, .au) + header)
    #expect(try await client.probe(file).duration == .seconds(1))
  }
}
