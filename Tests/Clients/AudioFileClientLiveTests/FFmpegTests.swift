import AudioFileClient
import AudioFileClientLive
import Foundation
import Testing

@Suite(.enabled(if: hasFFmpeg, "ffmpeg is not installed"))
struct FFmpegTests {
  let client = AudioFileClient.live()
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func make(_ name: String, _ arguments: [String] = []) throws -> URL {
    let samples = sine(700, rate: 48_000, seconds: 4).flatMap { [$0, $0] }
    let source = try folder.file(
      "source.wav", Wave(channelCount: 2, sampleRate: 48_000, samples: samples).bytes)
    let file = folder.url.appending(path: name)
    try run("ffmpeg", ["-i", source.path] + arguments + [file.path])
    return file
  }

  @Test(
    "formats that libsndfile does not read are decoded by ffmpeg",
    arguments: [
      ("a.m4a", "m4a"), ("a.webm", "webm"), ("a.mkv", "webm"), ("a.aac", "aac"), ("a.wma", "wma"),
      ("line\nbreak.m4a", "m4a"),
    ])
  func formats(name: String, format: String) async throws {
    let file = try make(name)
    let info = try await client.probe(file)
    #expect(info.format.rawValue == format)
    #expect(info.channelCount == 2)
    #expect(!info.isTruncated)
    #expect(abs(info.duration / .seconds(1) - 4) < 0.15)
    let decoded = try await client.decode(file, .zero).collect()
    #expect(abs(Double(decoded.count) / 16_000 - 4) < 0.15)
    #expect(abs(amplitude(of: 700, in: decoded[16_000..<48_000], rate: 16_000) - 0.5) < 0.03)
    let tail = try await client.decode(file, .seconds(3)).collect()
    #expect(abs(Double(tail.count) / 16_000 - 1) < 0.15)
    #expect(try await client.peaks(of: file, count: 20).count == 20)
  }

  @Test("the audio track of a video is decoded")
  func video() async throws {
    let file = try make("a.mp4", ["-f", "lavfi", "-i", "testsrc=d=4:s=64x64", "-shortest"])
    #expect(abs(try await client.probe(file).duration / .seconds(1) - 4) < 0.2)
    #expect(try await client.decode(file, .zero).collect().count > 60_000)
  }

  @Test("a video without an audio track has no audio")
  func silentVideo() async throws {
    let file = folder.url.appending(path: "a.mp4")
    try run("ffmpeg", ["-f", "lavfi", "-i", "testsrc=d=1:s=64x64", file.path])
    await #expect(throws: AudioFileError.empty(path: file.path)) { try await client.probe(file) }
  }

  @Test("an m4a file without its index is damaged")
  func truncated() async throws {
    let whole = [UInt8](try Data(contentsOf: make("a.m4a")))
    let file = try folder.file("half.m4a", Array(whole.prefix(whole.count / 2)))
    let error = AudioFileError.damaged(path: file.path, format: "m4a")
    await #expect(throws: error) { try await client.probe(file) }
    await #expect(throws: error) { try await client.decode(file, .zero).collect() }
  }

  @Test("an m4a file with its index and half its audio decodes to that half")
  func truncatedData() async throws {
    let whole = [UInt8](try Data(contentsOf: make("a.m4a", ["-movflags", "faststart"])))
    let file = try folder.file("half.m4a", Array(whole.prefix(whole.count / 2)))
    let info = try await client.probe(file)
    #expect(info.isTruncated)
    #expect(info.duration > .seconds(1) && info.duration < .seconds(3))
    #expect(info.declaredDuration.map { abs($0 / .seconds(1) - 4) < 0.15 } == true)
  }

  @Test("a playlist can not make ffmpeg open other files")
  func playlist() async throws {
    let target = try make("a.m4a")
    let text = "#EXTM3U\n#EXT-X-TARGETDURATION:4\n#EXTINF:4,\n\(target.path)\n#EXT-X-ENDLIST\n"
    let file = try folder.file("list.m4a", Array(text.utf8))
    await #expect(throws: AudioFileError.notAudio(path: file.path)) {
      try await client.probe(file)
    }
  }
}
