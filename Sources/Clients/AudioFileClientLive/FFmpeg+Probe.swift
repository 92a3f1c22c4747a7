import Foundation
import POSIX

extension FFmpeg {
  enum Codec {
    case decodable
    /// ffmpeg has no decoder for it, or could not set it up, as for a damaged track.
    case known
    case unknown
  }

  struct Stream {
    var channelCount: Int
    var codec: Codec
    var creationDate: Date?
    /// The end by the header, in seconds from the file's start. Often an estimate.
    var end: Double?
    var firstByte = 0
    var format: String
    var hasOtherTracks = false
    /// Among the audio streams.
    var index: Int
    /// Several streams of Ogg in a row, whose times start again with each.
    var isChained = false
    var sampleRate: Int
    /// The file's first time, in seconds.
    var start: Double

    var isReadable: Bool { channelCount > 0 && sampleRate > 0 }

    /// ffmpeg is wrong about the times after a seek in other formats.
    var isSeekable: Bool { !["ogg", "rm", "wav"].contains(format) }

    /// Broadcasts may set the clock within the file.
    var mayResetClock: Bool { isChained || ["mpeg", "mpegts"].contains(format) }

    /// At most a day: a small file could declare years, and decoding them would never end.
    var longestGap: Double { mayResetClock ? 10 : min(max(3_600, end ?? 86_400), 86_400) }

    var declaresLength: Bool {
      declaresTrackLengths
        || ["ape", "asf", "dsf", "flv", "matroska", "mpc8", "tta", "wv"].contains(format)
    }

    var declaresTrackLengths: Bool { format == "mov" }

    var track: Int { index + 1 }
  }

  /// Returns `nil` if ffmpeg can't read the file. With `isSure`, it is media, and a guess suffices.
  func probe(
    _ file: borrowing InputFile, isSure: Bool, _ cancellation: CancellationSignal
  ) throws -> [Stream]? {
    let key = FileKey(file, ffprobe)
    if let tracks = Self.probedTracks.withLock({ $0[key] }) { return tracks }
    guard
      let tracks = try readTracks(of: file, from: 0, isSure: isSure, cancellation)
        ?? (isSure ? nil : readTracksAfterZeros(of: file, cancellation))
    else { return nil }
    Self.probedTracks.withLock {
      if $0.count >= 1_000 { $0.removeAll() }
      $0[key] = tracks
    }
    return tracks
  }

  /// Starting ffprobe takes longer than opening and decoding a short file.
  private static let probedTracks = Mutex<[FileKey: [Stream]]>([:])

  /// ffmpeg doesn't recognize a stream that starts after many zeros.
  private func readTracksAfterZeros(
    of file: borrowing InputFile, _ cancellation: CancellationSignal
  ) throws -> [Stream]? {
    let count = try file.leadingZeroCount(cancellation)
    guard count > 0, count < file.byteCount
    else { return nil }
    return try readTracks(of: file, from: count, isSure: false, cancellation)
  }

  private func readTracks(
    of file: borrowing InputFile, from firstByte: Int, isSure: Bool,
    _ cancellation: CancellationSignal
  ) throws -> [Stream]? {
    let entries = [
      "stream=channels,codec_name,duration,sample_fmt,sample_rate,start_time",
      "format=duration,format_name,probe_score,start_time", "stream_tags=\(Tags.entries)",
      "format_tags=\(Tags.entries)",
    ]
    let output = try probeOutput(
      ["-print_format", "json", "-select_streams", "a", "-show_entries"]
        + [entries.joined(separator: ":")],
      of: file, from: firstByte, cancellation)
    guard let output, let answer = try? JSONDecoder().decode(Answer.self, from: Data(output)),
      isSure || answer.format?.probe_score ?? 0 >= 25
    else { return nil }
    return answer.tracks(from: firstByte)
  }

  /// Returns `true` if any track, even a video's pictures, lasts as long as the header declares.
  func reachesEnd(
    _ stream: Stream, of file: borrowing InputFile, _ cancellation: CancellationSignal
  ) throws -> Bool {
    guard let end = stream.end
    else { return true }
    let last = stream.start + end - 1
    let output = try probeOutput(
      [
        "-print_format", "csv=p=0", "-show_entries", "packet=pts_time", "-read_intervals",
        String(format: "%.3f%%", last),
      ], of: file, from: stream.firstByte, cancellation)
    return String(decoding: output ?? [], as: UTF8.self).split { $0.isNewline || $0 == "," }
      .contains { Double($0) ?? 0 >= last }
  }

  private func probeOutput(
    _ arguments: [String], of file: borrowing InputFile, from firstByte: Int,
    _ cancellation: CancellationSignal
  ) throws -> [UInt8]? {
    let process = try ChildProcess(
      ffprobe, ["-v", "error"] + arguments + Self.input(from: firstByte), input: file.descriptor)
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 14)
    while true {
      let count = try buffer.withUnsafeMutableBytes { try process.read($0, cancellation) }
      if count == 0 { break }
      output += buffer[..<count]
      output.removeFirst(max(0, output.count - 1 << 20))
    }
    return try process.finish(cancellation) ? output : nil
  }
}

private struct Answer: Decodable {
  var format: Format?
  var streams: [Stream]?

  struct Format: Decodable {
    var duration: String?
    var format_name: String?
    var probe_score: Int?
    var start_time: String?
    var tags: Tags?
  }

  struct Stream: Decodable {
    var channels: Int?
    var codec_name: String?
    var duration: String?
    /// `nil` if ffmpeg can't decode the codec.
    var sample_fmt: String?
    var sample_rate: String?
    var start_time: String?
    var tags: Tags?
  }

  func tracks(from firstByte: Int) -> [FFmpeg.Stream] {
    (streams ?? []).enumerated().map { index, stream in
      let isKnown = stream.codec_name ?? "unknown" != "unknown"
      let start = seconds(format?.start_time) ?? 0
      var track = FFmpeg.Stream(
        channelCount: stream.channels ?? 0,
        codec: !isKnown ? .unknown : stream.sample_fmt == nil ? .known : .decodable,
        creationDate: format?.tags?.creationDate ?? stream.tags?.creationDate,
        firstByte: firstByte,
        format: format?.format_name?.split(separator: ",").first.map(String.init) ?? "",
        index: index, sampleRate: stream.sample_rate.flatMap(Int.init) ?? 0, start: start)
      // Formats other than MP4 declare the time of the end.
      let trackStart = track.declaresTrackLengths ? seconds(stream.start_time) ?? 0 : 0
      track.end = (seconds(stream.duration) ?? seconds(format?.duration))
        .map { trackStart + $0 - start }
      return track
    }
  }

  private func seconds(_ text: String?) -> Double? {
    text.flatMap(Double.init).flatMap { $0.isFinite ? min(max($0, -1e9), 1e9) : nil }
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
