import AudioFileClient
import Foundation
import Testing

@testable import AudioFileClientLive

@Suite struct OggFileTests {
  let client = AudioFileClient.live()
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  /// A second of 700 Hz, then one of 1,500 Hz.
  private func chained(_ first: Container, _ second: Container, rate: Int) throws -> URL {
    let parts = try [(first, 700.0, 48_000), (second, 1_500, rate)].map { container, tone, rate in
      let file = folder.url.appending(path: "part")
      try encode(sine(tone, rate: rate, seconds: 1), rate: rate, as: container, to: file)
      return [UInt8](try Data(contentsOf: file))
    }
    return try folder.file("chained.ogg", parts[0] + parts[1])
  }

  @Test(
    "all parts of a chained file are decoded",
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"),
    arguments: [(Container.opus, 16_000), (.vorbis, 48_000), (.vorbis, 44_100)])
  func chained(_ container: Container, rate: Int) async throws {
    let file = try chained(container, container, rate: rate)
    let info = try await client.probe(file)
    #expect(info.format.rawValue == container.rawValue)
    #expect(abs(info.duration / .seconds(1) - 2) < 0.05)
    #expect(!info.isTruncated)
    let decoded = try await client.decode(file, .zero).collect()
    #expect(abs(decoded.count - 32_000) < 800)
    #expect(abs(amplitude(of: 700, in: decoded[4_000..<12_000], rate: 16_000) - 0.5) < 0.05)
    #expect(abs(amplitude(of: 1_500, in: decoded[20_000..<28_000], rate: 16_000) - 0.5) < 0.05)
    let rest = try await client.decode(file, .milliseconds(1_250)).collect()
    #expect(abs(rest.count - (decoded.count - 20_000)) < 16)
    #expect(correlation(Array(decoded.dropFirst(20_000)), rest, shifts: -4...4) > 0.98)
  }

  @Test("a chained file needs ffmpeg, and is not read in part without it")
  func noFFmpeg() async throws {
    let file = try chained(.vorbis, .vorbis, rate: 48_000)
    let offline = AudioFileClient.live(searchPath: folder.url.path)
    let error = AudioFileError.unsupported(path: file.path, format: "Vorbis", hint: FFmpeg.hint)
    await #expect(throws: error) { try await offline.probe(file) }
    await #expect(throws: error) { try await offline.decode(file, .zero).collect() }
  }

  @Test("a file whose parts have different codecs is refused")
  func severalCodecs() async throws {
    let file = try chained(.opus, .vorbis, rate: 48_000)
    let error = AudioFileError.unsupported(
      path: file.path, format: "Ogg", hint: "its parts have different codecs; convert each to FLAC")
    await #expect(throws: error) { try await client.probe(file) }
    await #expect(throws: error) { try await client.decode(file, .zero).collect() }
  }

  private func page(isFirst: Bool, _ content: String) -> [UInt8] {
    var page = Array("OggS\0".utf8)
    page.append(isFirst ? 2 : 0)
    page += [UInt8](repeating: 0, count: 20)
    page += [1, UInt8(content.utf8.count)]
    return page + content.utf8
  }

  @Test("a part is found wherever it starts", arguments: [0, 5, (1 << 20) - 3, 1 << 20, 3 << 20])
  func distance(filler: Int) throws {
    let first = page(isFirst: true, "\u{01}vorbis") + page(isFirst: true, "Skeleton")
    let bytes = first + [UInt8](repeating: 79, count: filler)
    let end = page(isFirst: false, "audio")
    for (name, last, isChained) in [
      ("chained", page(isFirst: true, "\u{01}vorbis"), true), ("single", end, false),
    ] {
      let file = try InputFile(folder.file(name, bytes + end + last + end))
      let ogg = try OggFile(file, CancellationSignal())
      #expect(ogg.isChained == isChained)
      #expect(!ogg.hasSeveralCodecs)
    }
  }

  @Test("a file that is not Ogg or ends in its header has no second part")
  func notOgg() throws {
    let first = page(isFirst: true, "\u{01}vorbis")
    let mark = Array("OggS\0\u{02}".utf8)
    let files: [[UInt8]] = [[], mark, first, Array(first.dropLast()), [0] + first + first]
    for bytes in files {
      let file = try InputFile(folder.file("a.ogg", bytes))
      let ogg = try OggFile(file, CancellationSignal())
      #expect(!ogg.isChained)
    }
  }
}
