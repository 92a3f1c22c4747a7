import AudioFileClient
import Foundation
import SharedModels

extension Media {
  /// Decodes only the end, or all of it if the audio ends early or declares no length.
  func info(_ cancellation: CancellationSignal) throws -> AudioFileInfo {
    let channelCount: Int
    let measured: Measured
    let sampleRate: Int
    if case .ffmpeg(_, let stream) = reader {
      (channelCount, sampleRate) = (stream.channelCount, stream.sampleRate)
      measured = try measure(stream, cancellation)
    } else {
      let source = try start()
      (channelCount, sampleRate) = (source.channelCount, source.sampleRate)
      measured = try measure(cancellation)
    }
    guard measured.frames > 0
    else { throw AudioFileError.empty(path: path) }
    func duration(_ frames: Int) -> Duration {
      // Split because a header can claim more nanoseconds than an `Int` holds.
      .seconds(frames / sampleRate)
        + .nanoseconds(frames % sampleRate * 1_000_000_000 / sampleRate)
    }
    return AudioFileInfo(
      byteCount: byteCount,
      channelCount: channelCount,
      creationDate: try creationDate(),
      declaredDuration: measured.declared.map(duration),
      duration: duration(measured.frames),
      format: format,
      isTruncated: measured.isTruncated,
      sampleRate: sampleRate,
      track: track)
  }

  private var track: Int? {
    guard case .ffmpeg(_, let stream) = reader, stream.hasOtherTracks
    else { return nil }
    return stream.track
  }

  private func creationDate() throws -> Date? {
    if case .ffmpeg(_, let stream) = reader { return stream.creationDate }
    return try (fileSource() as? SoundFile)?.creationDate
  }

  private struct Measured {
    var frames: Int
    var declared: Int?
    var isTruncated = false
  }

  private func measure(_ cancellation: CancellationSignal) throws -> Measured {
    let file = try fileSource()
    let claimed = file?.declaredFrameCount
    var frames: Int?
    if let file, let expected = file.expectedFrameCount {
      let nearEnd = max(0, expected - 8_192)
      if file.seek(toFrame: nearEnd) {
        let rest = try file.readAll(cancellation)
        if rest > 0 { frames = nearEnd + rest }
      }
    }
    let counted = try frames ?? start().readAll(cancellation)
    if let length = try declaredLength(), length.present < length.declared {
      let scale = Double(length.declared) / Double(max(1, length.present))
      return Measured(
        frames: counted, declared: Int(frames: Double(counted) * scale), isTruncated: true)
    }
    guard let claimed
    else {
      // Without a length, an Ogg stream lacks its last page; a FLAC file was piped and is complete.
      return Measured(frames: counted, isTruncated: [.opus, .vorbis].contains(format))
    }
    return Measured(
      frames: counted, declared: claimed > counted ? claimed : nil, isTruncated: claimed > counted)
  }

  private func measure(
    _ stream: FFmpeg.Stream, _ cancellation: CancellationSignal
  ) throws -> Measured {
    func frames(_ seconds: Double) -> Int { Int(frames: seconds * Double(stream.sampleRate)) }
    if let end = stream.end, end <= stream.longestGap, stream.isSeekable, !stream.mayResetClock {
      let nearEnd = max(0, end - 1)
      do {
        let source = try source(startingAt: Duration(clampingSeconds: nearEnd))
        // Much more than the expected second, and the header is only that of the first part.
        if let rest = try source?.readAll(cancellation), rest > 0, rest < frames(1.5) {
          return Measured(frames: frames(nearEnd) + rest)
        }
      } catch is AudioFileError {
        // There may still be audio before the end.
      }
    }
    let counted = try start().readAll(cancellation)
    guard let end = stream.end, stream.declaresLength, frames(end - 0.2) > counted,
      try stream.declaresTrackLengths || !reachesEnd(stream, cancellation)
    else { return Measured(frames: counted) }
    return Measured(frames: counted, declared: frames(end), isTruncated: true)
  }

  private func start() throws -> any PCMSource {
    guard let source = try source(startingAt: .zero)
    else { throw AudioFileError.empty(path: path) }
    return source
  }
}

extension Int {
  init(frames: Double) {
    self = frames.isNaN ? 0 : Int(Swift.min(Swift.max(frames.rounded(), 0), 1e15))
  }
}
