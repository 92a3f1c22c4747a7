import AudioFileClient
import AudioFileClientLive
import Foundation
import Testing

@Suite(.enabled(if: hasFFmpeg, "ffmpeg is not installed"))
struct StreamStartTests {
  let client = AudioFileClient.live()
  let folder: TestFolder

  init() throws { folder = try TestFolder() }

  enum Start {
    case headersOfRadio, middleOfFrame, tag
    case zeros(Int)

    static let all =
      [headersOfRadio, middleOfFrame, tag]
      + [4_096, 65_000, 1_000_000, 3_000_000].map(zeros)

    func applied(to stream: [UInt8]) -> [UInt8] {
      switch self {
      case .headersOfRadio:
        Array("ICY 200 OK\r\nicy-name: Radio\r\nicy-br:64\r\n\r\n".utf8) + stream
      case .middleOfFrame:
        Array(stream.dropFirst(1_777))
      case .tag:
        Array("ID3\u{04}\0\0\0\0\0\u{3F}TXXX\0\0\0\u{35}\0\0".utf8)
          + [UInt8](repeating: 0, count: 53) + stream
      case .zeros(let count):
        [UInt8](repeating: 0, count: count) + stream
      }
    }
  }

  @Test(
    "MP3 and AAC streams need not start with a frame", arguments: ["aac", "mp3"], Start.all)
  func streams(format: String, start: Start) async throws {
    let tone = sine(700, rate: 48_000, seconds: 3)
    let source = try folder.file("source.wav", Wave(sampleRate: 48_000, samples: tone).bytes)
    let whole = folder.url.appending(path: "whole.\(format)")
    try run("ffmpeg", ["-i", source.path, whole.path])
    let bytes = start.applied(to: [UInt8](try Data(contentsOf: whole)))
    let file = try folder.file("stream", bytes)
    let info = try await client.probe(file)
    #expect(info.format.rawValue == format)
    #expect(!info.isTruncated)
    #expect(abs(info.duration / .seconds(1) - 3) < 0.3)
    let decoded = try await client.decode(file, .zero).collect()
    #expect(abs(Double(decoded.count) / 16_000 - info.duration / .seconds(1)) < 0.05)
    #expect(abs(amplitude(of: 700, in: decoded[16_000..<40_000], rate: 16_000) - 0.5) < 0.03)
    let rest = try await client.decode(file, .seconds(2)).collect()
    #expect(abs(rest.count - (decoded.count - 32_000)) < 1_600)
  }
}
