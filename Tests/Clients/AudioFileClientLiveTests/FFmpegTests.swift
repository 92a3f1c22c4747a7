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
      ("a.m4a", "m4a"), ("a.webm", "webm"), ("a.mkv", "mkv"), ("a.mka", "mkv"), ("a.aac", "aac"),
      ("a.wma", "wma"), ("flac.oga", "ogg"), ("line\nbreak.m4a", "m4a"),
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

  /// Silence, a tone of 700 Hz, and one of 1,500 Hz.
  private func makeTracks() throws -> URL {
    let file = folder.url.appending(path: "tracks.mkv")
    let tones = [700, 1_500].flatMap { ["-f", "lavfi", "-i", "sine=f=\($0):d=2:r=48000"] }
    try run(
      "ffmpeg",
      ["-f", "lavfi", "-i", "anullsrc=r=48000:cl=stereo:d=2"] + tones + [
        "-map", "0", "-map", "1", "-map", "2", "-c:a", "flac", file.path,
      ])
    return file
  }

  @Test("of several audio tracks, the first with sound is read")
  func silentTrack() async throws {
    let file = try makeTracks()
    let info = try await client.probe(file)
    #expect(info.track == 2)
    #expect(info.channelCount == 1)
    let decoded = try await client.decode(file, .zero).collect()
    #expect(amplitude(of: 700, in: decoded, rate: 16_000) > 0.05)
    #expect(try await client.peaks(of: file, count: 1).allSatisfy { $0.max > 0.05 })
    #expect(try await client.probe(try make("single.m4a")).track == nil)
  }

  @Test("a track can be selected, and must exist")
  func selectedTrack() async throws {
    let file = try makeTracks()
    let silent = try await client.decode(file.audioTrack(1), .zero).collect()
    #expect(abs(silent.count - 32_000) < 800 && silent.allSatisfy { $0 == 0 })
    let third = try await client.decode(file.audioTrack(3), .zero).collect()
    #expect(amplitude(of: 1_500, in: third, rate: 16_000) > 0.05)
    #expect(try await client.probe(file.audioTrack(3)).track == 3)
    for number in [4, 0, .min] {
      await #expect(throws: AudioFileError.noTrack(path: file.path, count: 3)) {
        try await client.probe(file.audioTrack(number))
      }
    }
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

  @Test(
    "audio that starts after the pictures has the times of its container",
    arguments: ["a.mp4", "a.mkv", "a.ts"])
  func lateStart(name: String) async throws {
    let file = folder.url.appending(path: name)
    try run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "testsrc=d=2:s=64x64", "-itsoffset", "1.2",
        "-f", "lavfi", "-i", "sine=700:d=2", "-map", "0", "-map", "1", "-c:a", "aac", file.path,
      ])
    let info = try await client.probe(file)
    #expect(abs(info.duration / .seconds(1) - 3.2) < 0.05)
    #expect(!info.isTruncated)
    let decoded = try await client.decode(file, .zero).collect()
    #expect(abs(Double(decoded.count) / 16_000 - 3.2) < 0.05)
    #expect(level(decoded[..<17_600]) < 0.001)
    #expect(level(decoded[20_800..<28_800]) > 0.05)
    let rest = try await client.decode(file, .seconds(1)).collect()
    #expect(abs(decoded.count - 16_000 - rest.count) < 800)
    #expect(level(rest[..<1_600]) < 0.001)
    #expect(level(rest[4_800..<12_800]) > 0.05)
  }

  @Test("a gap is silence", arguments: ["a.m4a", "a.mkv", "a.webm"])
  func gap(name: String) async throws {
    let file = try make(name, ["-af", "asetpts=PTS+if(gt(T\\,1)\\,1.5/TB\\,0)"])
    #expect(abs(try await client.probe(file).duration / .seconds(1) - 5.5) < 0.05)
    let decoded = try await client.decode(file, .zero).collect()
    #expect(abs(Double(decoded.count) / 16_000 - 5.5) < 0.05)
    #expect(level(decoded[4_800..<14_400]) > 0.1)
    #expect(level(decoded[19_200..<38_400]) < 0.001)
    #expect(level(decoded[44_800..<80_000]) > 0.1)
    let rest = try await client.decode(file, .seconds(2)).collect()
    #expect(abs(decoded.count - 32_000 - rest.count) < 800)
    #expect(level(rest[..<6_400]) < 0.001)
  }

  @Test("a gap of days is a wrong time, not silence")
  func longGap() async throws {
    let file = try make("a.mkv", ["-af", "asetpts=PTS+if(gt(T\\,1)\\,200000/TB\\,0)"])
    let info = try await client.probe(file)
    try #require(abs(info.duration / .seconds(1) - 4) < 0.05)
    #expect(!info.isTruncated)
    let decoded = try await client.decode(file, .zero).collect()
    #expect(abs(Double(decoded.count) / 16_000 - 4) < 0.05)
    #expect(level(decoded[4_800..<59_200]) > 0.1)
  }

  @Test("a video that goes on after its audio is not truncated, and half of it is")
  func longVideo() async throws {
    let video = ["-f", "lavfi", "-i", "testsrc=d=7:s=64x64"]
    let file = try make("a.mkv", video + ["-c:a", "aac"])
    let info = try await client.probe(file)
    #expect(!info.isTruncated)
    #expect(abs(info.duration / .seconds(1) - 4) < 0.05)
    let bytes = [UInt8](try Data(contentsOf: file))
    let half = try folder.file("half.mkv", Array(bytes.prefix(bytes.count / 2)))
    #expect(try await client.probe(half).isTruncated)
  }

  @Test("the first track that ffmpeg can decode is read")
  func unknownCodec() async throws {
    let tracks = try make(
      "two.mkv",
      ["-f", "lavfi", "-i", "sine=2000:d=4", "-map", "1", "-map", "0", "-c:a", "libopus"])
    var bytes = [UInt8](try Data(contentsOf: tracks))
    let codec = Array("A_OPUS".utf8)
    let first = try #require(bytes.firstRange(of: codec))
    bytes.replaceSubrange(first, with: "A_NONE".utf8)
    let file = try folder.file("second.mkv", bytes)
    #expect(try await client.probe(file).track == 2)
    #expect(abs(try await client.probe(file).duration / .seconds(1) - 4) < 0.05)
    let decoded = try await client.decode(file, .zero).collect()
    #expect(amplitude(of: 700, in: decoded[16_000..<48_000], rate: 16_000) > 0.2)
    #expect(amplitude(of: 2_000, in: decoded[16_000..<48_000], rate: 16_000) < 0.01)
    let second = try #require(bytes.firstRange(of: codec))
    bytes.replaceSubrange(second, with: "A_NONE".utf8)
    let unknown = try folder.file("unknown.mkv", bytes)
    await #expect(
      throws: AudioFileError.unsupported(
        path: unknown.path, format: "Matroska",
        hint: "ffmpeg has no decoder for its audio; convert it to WAV or FLAC")
    ) {
      try await client.probe(unknown)
    }
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
