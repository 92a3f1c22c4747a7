import AudioFileClient
@testable import AudioFileClientLive
import Foundation
import Testing

struct CreationDateTests {
  let client = AudioFileClient.live()
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test(
    "A date with a time zone is parsed in any notation",
    arguments: [
      "2026-01-31T12:00:00.000000Z", "2026-01-31T13:00:00+01:00", "2026-01-31T06:30:00-0530",
      " 2026-01-31T12:00:00Z\n",
    ])
  func zones(text: String) throws {
    #expect(recordingDate(text) == (try Date("2026-01-31T12:00:00Z", strategy: .iso8601)))
  }

  @Test(
    "A date without a time zone is local time, in summer and in winter",
    arguments: [
      ("2026-01-31 13:00:00", "2026-01-31T12:00:00Z"),
      ("2026:07:31T14-00-30", "2026-07-31T12:00:30Z"), ("2026/07/31 14:00", "2026-07-31T12:00:00Z"),
    ])
  func local(text: String, expected: String) throws {
    let berlin = try #require(TimeZone(identifier: "Europe/Berlin"))
    #expect(recordingDate(text, timeZone: berlin) == (try Date(expected, strategy: .iso8601)))
  }

  @Test(
    "A bare year, a bare day, an unset clock and an invalid date are ignored",
    arguments: [
      "1999", "2026-01-31", "1904-01-01T00:00:00Z", "1970-01-01T00:00:00.000000Z",
      "2026-02-31 12:00:00", "2026-01-31 25:00:00", "yesterday", "",
    ])
  func nothing(text: String) {
    #expect(recordingDate(text) == nil)
  }

  @Test(
    "ffmpeg formats have a recording date",
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"), arguments: ["a.m4a", "a.webm", "a.mp4"])
  func ffmpeg(name: String) async throws {
    let file = folder.url.appending(path: name)
    try run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "sine=d=1", "-metadata", "creation_time=2026-01-31T13:00:00+01:00",
        file.path,
      ])
    #expect(
      try await client.probe(file).creationDate
        == (try Date("2026-01-31T12:00:00Z", strategy: .iso8601)))
  }

  @Test(
    "An edited memo has its recording date, not its modification date",
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"))
  func quickTime() async throws {
    let file = folder.url.appending(path: "a.mov")
    try run(
      "ffmpeg",
      [
        "-f", "lavfi", "-i", "sine=d=1", "-movflags", "use_metadata_tags", "-metadata",
        "creation_time=2026-06-01T00:00:00Z", "-metadata",
        "com.apple.quicktime.creationdate=2026-01-31T13:00:00+0100", file.path,
      ])
    #expect(
      try await client.probe(file).creationDate
        == (try Date("2026-01-31T12:00:00Z", strategy: .iso8601)))
  }

  @Test(
    "The date of a FLAC or Ogg file counts if it has a time",
    .enabled(if: hasFFmpeg, "ffmpeg is not installed"), arguments: ["a.flac", "a.opus"])
  func comment(name: String) async throws {
    let file = folder.url.appending(path: name)
    try run(
      "ffmpeg",
      ["-f", "lavfi", "-i", "sine=d=1", "-metadata", "date=2026-01-31T12:00:00Z", file.path])
    #expect(
      try await client.probe(file).creationDate
        == (try Date("2026-01-31T12:00:00Z", strategy: .iso8601)))
    let music = folder.url.appending(path: "music-\(name)")
    try run("ffmpeg", ["-f", "lavfi", "-i", "sine=d=1", "-metadata", "date=1999", music.path])
    #expect(try await client.probe(music).creationDate == nil)
  }

  @Test("A broadcast WAV file has its recording date in local time")
  func broadcastWave() async throws {
    var chunk = [UInt8](repeating: 0, count: 602)
    chunk.replaceSubrange(320..<330, with: Array("2026-01-31".utf8))
    chunk.replaceSubrange(330..<338, with: Array("13:14:15".utf8))
    let plain = Wave(channelCount: 1, sampleRate: 8_000, samples: [Float](repeating: 0, count: 800))
      .bytes
    let header = Array("bext".utf8) + [0x5a, 0x02, 0, 0]
    var bytes = Array(plain[..<12]) + header + chunk + Array(plain[12...])
    let size = bytes.count - 8
    bytes.replaceSubrange(4..<8, with: (0..<4).map { UInt8(truncatingIfNeeded: size >> ($0 * 8)) })
    let file = try folder.file("a.wav", bytes)
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .current
    let expected = calendar.date(
      from: DateComponents(year: 2026, month: 1, day: 31, hour: 13, minute: 14, second: 15))
    #expect(try await client.probe(file).creationDate == expected)
    #expect(try await client.probe(try folder.file("b.wav", plain)).creationDate == nil)
  }
}
