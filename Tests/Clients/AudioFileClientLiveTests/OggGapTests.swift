import AudioFileClient
import Foundation
import Testing

@testable import AudioFileClientLive

private let containers = [Container.opus, .vorbis]

@Suite struct OggGapTests {
  let client = AudioFileClient.live()
  let folder: TestFolder
  let offline: AudioFileClient

  init() throws {
    folder = try TestFolder()
    offline = .live(searchPath: folder.url.path)
  }

  /// Four seconds of 700 Hz, and four of 1,500 Hz.
  private func pages(_ container: Container) throws -> OggPages {
    let file = folder.url.appending(path: "whole")
    let samples = [700.0, 1_500].flatMap { sine($0, rate: 48_000, seconds: 4) }
    try encode(samples, rate: 48_000, as: container, to: file)
    return OggPages([UInt8](try Data(contentsOf: file)))
  }

  private func hasGap(_ bytes: [UInt8]) throws -> Bool {
    try OggFile(InputFile(folder.file("a.ogg", bytes)), CancellationSignal()).hasGap
  }

  @Test(
    "a gap is silence at its place, also if it is long",
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"),
    arguments: containers, [1, 15])
  func gap(container: Container, seconds: Int) async throws {
    var pages = try pages(container)
    let page = pages.pages.count - 2
    let place = pages.position(of: page - 1) / 3
    pages.move(from: page, by: seconds * 48_000)
    let file = try folder.file("a.ogg", pages.bytes)
    let info = try await client.probe(file)
    #expect(info.format.rawValue == container.rawValue)
    #expect(!info.isTruncated)
    #expect(abs(info.duration / .seconds(1) - Double(8 + seconds)) < 0.05)
    let decoded = try await client.decode(file, .zero).collect()
    #expect(abs(decoded.count - 16_000 * (8 + seconds)) < 800)
    let end = place + seconds * 16_000
    #expect(level(decoded[(place + 1_600)..<(end - 1_600)]) < 0.001)
    let before = decoded[(place - 4_000)..<(place - 1_600)]
    let after = decoded[(end + 1_600)..<(end + 4_000)]
    #expect(abs(amplitude(of: 1_500, in: before, rate: 16_000) - 0.5) < 0.05)
    #expect(abs(amplitude(of: 1_500, in: after, rate: 16_000) - 0.5) < 0.05)
    let rest = try await client.decode(file, .seconds(5)).collect()
    #expect(abs(rest.count - (decoded.count - 80_000)) < 16)
  }

  @Test(
    "a page that is lost is silence, and what follows keeps its time",
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"), arguments: containers)
  func lostPage(container: Container) async throws {
    var pages = try pages(container)
    let page = 3
    let gap = (pages.position(of: page - 1) / 3)..<(pages.position(of: page) / 3)
    pages.remove(at: page)
    let file = try folder.file("a.ogg", pages.bytes)
    #expect(abs(try await client.probe(file).duration / .seconds(1) - 8) < 0.05)
    let decoded = try await client.decode(file, .zero).collect()
    #expect(abs(decoded.count - 128_000) < 800)
    #expect(level(decoded[gap].dropFirst(1_600).dropLast(1_600)) < 0.001)
    #expect(abs(amplitude(of: 1_500, in: decoded[70_000..<120_000], rate: 16_000) - 0.5) < 0.05)
    #expect(amplitude(of: 700, in: decoded[66_000..<120_000], rate: 16_000) < 0.01)
  }

  @Test("a first time other than zero is not a gap, and needs no ffmpeg", arguments: containers)
  func offset(container: Container) async throws {
    var pages = try pages(container)
    let first = try #require(pages.pages.indices.first { pages.position(of: $0) > 0 })
    pages.move(from: first, by: 72_000)
    #expect(try !hasGap(pages.bytes))
    let file = try folder.file("a.ogg", pages.bytes)
    #expect(abs(try await offline.probe(file).duration / .seconds(1) - 8) < 0.05)
  }

  @Test("gaps that are too short to hear are found once they add up", arguments: containers)
  func smallGaps(container: Container) throws {
    var pages = try pages(container)
    #expect(try !hasGap(pages.bytes))
    pages.move(from: 3, by: 960)
    #expect(try !hasGap(pages.bytes))
    pages.move(from: 4, by: 960)
    #expect(try hasGap(pages.bytes))
  }

  @Test("a clock that is set back is not a gap", arguments: containers)
  func setBack(container: Container) throws {
    var pages = try pages(container)
    pages.move(from: 3, by: -24_000)
    #expect(try !hasGap(pages.bytes))
    pages.move(from: 4, by: 2_400)
    #expect(try hasGap(pages.bytes))
  }

  @Test(
    "a file with a gap needs ffmpeg", arguments: [(Container.opus, "Opus"), (.vorbis, "Vorbis")])
  func noFFmpeg(container: Container, format: String) async throws {
    var pages = try pages(container)
    pages.move(from: 4, by: 48_000)
    let file = try folder.file("a.ogg", pages.bytes)
    let error = AudioFileError.unsupported(path: file.path, format: format, hint: FFmpeg.hint)
    await #expect(throws: error) { try await offline.probe(file) }
    await #expect(throws: error) { try await offline.decode(file, .zero).collect() }
  }

  @Test("a file that was cut within a page, and joined with another, is chained")
  func cutAndJoined() throws {
    let bytes = try pages(.vorbis).bytes
    let file = try folder.file("a.ogg", Array(bytes.dropLast(100)) + bytes)
    #expect(try OggFile(InputFile(file), CancellationSignal()).isChained)
  }

  @Test("an Opus packet declares its duration")
  func opus() throws {
    let codec = try #require(OpusCodec(Array("OpusHead".utf8)))
    #expect(OpusCodec(Array("OpusTags".utf8)) == nil)
    let packets: [([UInt8], Int)] = [
      ([], 0), (Array("OpusTags".utf8), 0), ([0b0000_0000], 480), ([0b0001_1001], 5_760),
      ([0b0110_1000], 960), ([0b1000_0010], 240), ([0b1111_1000], 960), ([0b1111_1011, 3], 2_880),
      ([0b1111_1011], 0), ([0b1111_1011, 63], 0),
    ]
    for (packet, duration) in packets { #expect(codec.duration(of: packet) == duration) }
  }

  @Test("blocks of Vorbis overlap by half, and their modes are at the end of a header")
  func vorbis() throws {
    let header = try pages(.vorbis).pages[0].dropFirst(28)
    var codec = try #require(VorbisCodec(Array(header)))
    #expect(VorbisCodec(Array(header.dropLast())) == nil)
    #expect(codec.sampleRate == 48_000)
    let long = (1 << Int(header.dropFirst(28).first.map { $0 >> 4 } ?? 0)) / 2
    // Without modes, all blocks count as long.
    let first = [0, 0].map { codec.duration(of: [$0]) }
    #expect(first == [0, long])
    // A count of two, a short and a long mode, and the last bit.
    var bits = [1, 0, 0, 0, 0, 0] + [Int](repeating: 0, count: 41)
    bits += [1] + [Int](repeating: 0, count: 40) + [1]
    var setup: [UInt8] = [5] + [UInt8](repeating: 0xFF, count: 8)
    for start in stride(from: 0, to: bits.count, by: 8) {
      let byte = bits[start...].prefix(8).enumerated().reduce(0) { $0 | $1.element << $1.offset }
      setup.append(UInt8(byte))
    }
    let headers = [setup + [0], []].map { codec.duration(of: $0) }
    #expect(headers == [0, 0])
    let short = (1 << Int(header.dropFirst(28).first.map { $0 & 15 } ?? 0)) / 2
    let durations = [2, 2, 0, 0, 2].map { codec.duration(of: [$0]) }
    let mixed = (long + short) / 2
    #expect(durations == [long, long, mixed, short, mixed])
  }
}
