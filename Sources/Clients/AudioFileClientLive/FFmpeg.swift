import AudioFileClient
import Foundation
import Glibc
import POSIX

struct FFmpeg {
  let ffmpeg: String
  let ffprobe: String

  static let hint = "install ffmpeg, for example 'sudo apt install ffmpeg'"

  init?(searchPath: String) {
    let folders = searchPath.split(separator: ":").filter { $0.hasPrefix("/") }
    func find(_ name: String) -> String? {
      folders.lazy.map { "\($0)/\(name)" }.first(where: isProgram)
    }
    guard let ffmpeg = find("ffmpeg"), let ffprobe = find("ffprobe")
    else { return nil }
    self.ffmpeg = ffmpeg
    self.ffprobe = ffprobe
  }

  /// The file is standard input: its name can't be taken for an option or a protocol, and ffmpeg
  /// reads the file that was checked.
  private static let input = [
    "-protocol_whitelist", "file", "-format_whitelist", MediaKind.demuxers,
    "-i", "file:/dev/fd/0",
  ]

  func probe(_ file: borrowing InputFile, _ cancellation: CancellationSignal) throws -> Stream? {
    let process = try ChildProcess(
      ffprobe,
      [
        "-v", "error", "-print_format", "json", "-select_streams", "a:0", "-show_entries",
        "stream=channels,duration,sample_rate:format=duration:stream_tags=\(Tags.entries):format_tags=\(Tags.entries)",
      ] + Self.input,
      input: file.descriptor)
    var answer: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 4_096)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try process.read($0, cancellation) }
      if count == 0 { break }
      answer += buffer[..<count]
    }
    guard try process.finish(cancellation)
    else { return nil }
    let decoded = try? JSONDecoder().decode(Answer.self, from: Data(answer))
    guard
      let decoded, let stream = decoded.streams?.first,
      let sampleRate = stream.sample_rate.flatMap(Int.init), sampleRate > 0,
      let channels = stream.channels, channels > 0
    else { return decoded == nil ? nil : Stream() }
    let seconds = (stream.duration ?? decoded.format?.duration).flatMap(Double.init)
    return Stream(
      channelCount: channels,
      creationDate: decoded.format?.tags?.creationDate ?? stream.tags?.creationDate,
      sampleRate: sampleRate, seconds: seconds)
  }

  func decode(
    _ stream: Stream, of file: borrowing InputFile, startingAt start: Duration,
    failure: AudioFileError
  ) throws -> Source {
    let seconds = start / .seconds(1)
    let seek = seconds > 0 ? ["-ss", String(format: "%.6f", seconds)] : []
    return Source(
      failure: failure,
      stream: stream,
      process: try ChildProcess(
        ffmpeg,
        ["-nostdin", "-v", "error"] + seek + Self.input + [
          "-map", "0:a:0", "-ac", "\(stream.channelCount)", "-ar", "\(stream.sampleRate)",
          "-f", "f32le", "-",
        ],
        input: file.descriptor))
  }

  struct Stream {
    var channelCount = 0
    var creationDate: Date?
    var sampleRate = 0
    var seconds: Double?
  }

  private struct Answer: Decodable {
    var format: Format?
    var streams: [Stream]?
    struct Format: Decodable {
      var duration: String?
      var tags: Tags?
    }
    struct Stream: Decodable {
      var channels: Int?
      var duration: String?
      var sample_rate: String?
      var tags: Tags?
    }
  }

  private struct Tags: Decodable {
    static let entries = "creation_time,com.apple.quicktime.creationdate"

    var creation_time: String?
    /// Unlike `creation_time`, it survives editing.
    var recordingTime: String?

    enum CodingKeys: String, CodingKey {
      case creation_time
      case recordingTime = "com.apple.quicktime.creationdate"
    }

    var creationDate: Date? {
      [recordingTime, creation_time].lazy.compactMap(\.self).compactMap { recordingDate($0) }.first
    }
  }

  final class Source: PCMSource {
    private let failure: AudioFileError
    private var hasProducedSamples = false
    private let process: ChildProcess
    private let stream: Stream
    private var partialFrame: [UInt8] = []

    fileprivate init(failure: AudioFileError, stream: Stream, process: ChildProcess) {
      self.failure = failure
      self.process = process
      self.stream = stream
    }

    var channelCount: Int { stream.channelCount }
    var sampleRate: Int { stream.sampleRate }
    var mayContainInvalidSamples: Bool { true }

    func read(
      _ frameCount: Int, into buffer: UnsafeMutablePointer<Float>,
      _ cancellation: CancellationSignal
    ) throws -> Int {
      let frameSize = 4 * channelCount
      let bytes = UnsafeMutableRawBufferPointer(start: buffer, count: frameCount * frameSize)
      bytes.copyBytes(from: partialFrame)
      var filled = partialFrame.count
      // At least one frame, since a result of 0 means the end.
      while filled < frameSize {
        let count = try process.read(
          UnsafeMutableRawBufferPointer(rebasing: bytes[filled...]), cancellation)
        if count == 0 {
          let succeeded = try process.finish(cancellation)
          if !succeeded, !hasProducedSamples { throw failure }
          return 0
        }
        filled += count
      }
      hasProducedSamples = true
      partialFrame = Array(bytes[(filled / frameSize * frameSize)..<filled])
      return filled / frameSize
    }
  }
}
