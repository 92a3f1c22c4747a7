import AudioFileClient
import AudioFileClientLive
import DatabaseClient
import Dependencies
import Foundation
import HTTPMessages
import ServerRouter
import SharedModels
import TestSite
import Testing

struct PeaksTests {
  private let target = "/api/memos/00000000-0000-0000-0000-000000000001/peaks"

  /// Sixteen bits, mono, at 8 kHz.
  private func wav(_ samples: [Int16]) -> Data {
    func bytes(_ value: some FixedWidthInteger) -> [UInt8] {
      withUnsafeBytes(of: value.littleEndian) { Array($0) }
    }
    let byteCount = UInt32(samples.count * 2)
    return Data(
      Array("RIFF".utf8) + bytes(36 + byteCount) + Array("WAVEfmt ".utf8) + bytes(UInt32(16))
        + bytes(UInt16(1)) + bytes(UInt16(1)) + bytes(UInt32(8_000)) + bytes(UInt32(16_000))
        + bytes(UInt16(2)) + bytes(UInt16(16)) + Array("data".utf8) + bytes(byteCount)
        + samples.flatMap { bytes($0) })
  }

  private func makeSite(_ samples: [Int16]?) async throws -> TestSite {
    let site = try await TestSite([TranscribedMemo(recording: .mock, transcription: .mock)])
    if let samples {
      try wav(samples).write(to: site.folder.audioFile(named: Recording.mock.audio.fileName))
    }
    return site
  }

  private func get(
    _ query: String, from site: TestSite, headers: HTTPHeaders = [:],
    audioFile: AudioFileClient = .liveValue
  ) async throws -> TestReply {
    try await withDependencies {
      $0.audioFile = audioFile
    } operation: {
      try await site.send(.get, target + query, headers: headers)
    }
  }

  @Test("The waveform has the requested number of columns, as bytes")
  func columns() async throws {
    let loud = Int16.max
    let site = try await makeSite([0, 0, loud, loud, -loud, 0, loud, -loud])
    let reply = try await get("?count=4", from: site)
    #expect(reply.headers["Content-Type"] == "application/json")
    let peaks: PeaksValue = try reply.json()
    #expect(peaks.max == [0, 127, 0, 127])
    #expect(peaks.min == [0, 127, -127, -127])
    #expect(peaks.rms == [0, 127, 90, 127])
    #expect(peaks.duration == 11, "as the memo has it")
    #expect(try await get("", from: site).json(PeaksValue.self).max.count == 8, "there are no more")
  }

  @Test("The same waveform is cached, and computed once")
  func notModified() async throws {
    let site = try await makeSite([1, 2, 3, 4])
    let tag = try #require(try await get("?count=2", from: site).headers["ETag"])
    #expect(try await get("?count=3", from: site).headers["ETag"] != tag)
    var deaf = AudioFileClient.liveValue
    deaf.peaks = { _, _ in throw AudioFileError.missing(path: "not asked for") }
    let again = try await get(
      "?count=2", from: site, headers: ["If-None-Match": tag], audioFile: deaf)
    #expect(again.status == .notModified && again.body.isEmpty)
    #expect(again.headers["ETag"] == tag)
  }

  @Test("The waveform is that of the transcript's audio track, and cached by track")
  func track() async throws {
    var audioFile = AudioFileClient.liveValue
    audioFile.peaks = { url, _ in
      let level: Float = url.audioTrack == 2 ? 1 : 0
      return [Peak(max: level, min: -level, rms: level)]
    }
    var transcription = Transcription.mock
    transcription.settings.track = 2
    let site = try await TestSite([
      TranscribedMemo(recording: .mock, transcription: transcription)
    ])
    let second = try await get("?count=1", from: site, audioFile: audioFile)
    #expect(try second.json(PeaksValue.self).max == [127])
    let first = try await get("?count=1", from: makeSite(nil), audioFile: audioFile)
    #expect(try first.json(PeaksValue.self).max == [0])
    #expect(first.headers["ETag"] != second.headers["ETag"])
  }

  @Test("Audio beyond full scale and NaN stays within bounds")
  func bounds() async throws {
    var odd = AudioFileClient.liveValue
    odd.peaks = { _, _ in
      [
        Peak(max: 2, min: -1.5, rms: 1.2), Peak(max: .infinity, min: -.infinity, rms: .nan),
      ]
    }
    let peaks: PeaksValue = try await get("", from: makeSite([0]), audioFile: odd).json()
    #expect(
      peaks == PeaksValue(duration: 11, max: [127, 127], min: [-127, -127], rms: [127, 0]))
  }

  @Test(
    "Zero columns, too many columns, and memos without audio are refused",
    arguments: [0, -1, 20_001])
  func wrong(count: Int) async throws {
    let site = try await makeSite(nil)
    let reply = try await get("?count=\(count)", from: site)
    #expect(reply.status == .badRequest)
    #expect(reply.text.contains("1 to 20000"))
    let missing = try await get("?count=20000", from: site)
    #expect(missing.status == .notFound)
    #expect(try missing.json(ServerProblem.self).title == "No audio")
    try Data("no sound".utf8).write(
      to: site.folder.audioFile(named: Recording.mock.audio.fileName))
    let damaged = try await get("", from: site)
    #expect(damaged.status == .unprocessableContent)
    #expect(
      try damaged.json(ServerProblem.self).detail.contains(
        "the audio of '\(Recording.mock.title)'"))
    #expect(!damaged.text.contains(Recording.mock.audio.fileName))
    #expect(!damaged.text.contains(site.folder.root.path))
  }
}
