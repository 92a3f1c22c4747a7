import AudioFileClient
import Foundation
import SharedModels

struct Media: ~Copyable {
  let byteCount: Int64
  let format: AudioFormat
  let path: String
  let reader: Reader
  private let file: InputFile

  enum Reader {
    case ffmpeg(FFmpeg, FFmpeg.Stream)
    case libmpg123
    case libsndfile(parts: [Range<Int>])
  }

  init(_ url: URL, searchPath: String, _ cancellation: CancellationSignal) throws {
    let path = url.displayPath
    let file = try InputFile(url)
    (format, reader) = try Self.open(
      file, path: path, track: url.audioTrack, searchPath: searchPath, cancellation)
    byteCount = Int64(file.byteCount)
    self.file = file
    self.path = path
  }

  private static func open(
    _ file: borrowing InputFile, path: String, track: Int?, searchPath: String,
    _ cancellation: CancellationSignal
  ) throws -> (AudioFormat, Reader) {
    guard file.byteCount > 0
    else { throw AudioFileError.empty(path: path) }
    let kind = try MediaKind(file)
    let ogg = try OggFile(file, cancellation)
    guard !ogg.hasSeveralCodecs
    else { throw AudioFileError.unsupported(path: path, format: "Ogg", hint: OggFile.hint) }
    do {
      if kind?.format == .mp3 {
        let format = try MpegFile(file).format
        try checkOnlyTrack(track, path: path)
        return (format, .libmpg123)
      }
      let sound = try SoundFile(file)
      let parts = try JoinedSoundFile.ranges(of: file, sound.format, cancellation)
      if parts.count > 1 { _ = try JoinedSoundFile(file, parts) }
      // A recorder that crashed leaves a WAV header with a length of 0.
      if ogg.isReadByLibsndfile,
        sound.declaredFrameCount != 0 || FFmpeg(searchPath: searchPath) == nil
      {
        try checkOnlyTrack(track, path: path)
        return (sound.format, .libsndfile(parts: parts))
      }
    } catch is MpegFile.Failure, is SoundFile.Failure {
      // ffmpeg may support it, or be less strict.
    }
    guard let ffmpeg = FFmpeg(searchPath: searchPath)
    else {
      guard let kind
      else { throw AudioFileError.notAudio(path: path) }
      throw kind.isReadByLibsndfile && ogg.isReadByLibsndfile
        ? AudioFileError.damaged(path: path, format: kind.name)
        : .unsupported(path: path, format: kind.name, hint: FFmpeg.hint)
    }
    guard let tracks = try ffmpeg.probe(file, isSure: kind != nil, cancellation)
    else {
      guard let kind
      else { throw AudioFileError.notAudio(path: path) }
      throw AudioFileError.damaged(path: path, format: kind.name)
    }
    let stream = try ffmpeg.track(
      track, of: tracks, in: file, isChained: ogg.isChained, path: path, cancellation)
    guard stream.codec != .unknown
    else {
      throw AudioFileError.unsupported(
        path: path, format: kind?.name ?? "unknown", hint: FFmpeg.codecHint)
    }
    guard stream.isReadable
    else { throw AudioFileError.empty(path: path) }
    return (kind?.format ?? AudioFormat(ffmpegFormat: stream.format), .ffmpeg(ffmpeg, stream))
  }

  func source(startingAt start: Duration) throws -> (any PCMSource)? {
    if case .ffmpeg(let ffmpeg, let stream) = reader {
      return try ffmpeg.decode(
        stream, of: file, startingAt: start,
        failure: .damaged(path: path, format: format.rawValue))
    }
    guard let source = try fileSource()
    else { return nil }
    let frame = Int(frames: start / .seconds(1) * Double(source.sampleRate))
    return frame == 0 || source.seek(toFrame: frame) ? source : nil
  }

  /// Reopens the file; `nil` for ffmpeg. The results share one file offset: use one at a time.
  func fileSource() throws -> (any FileSource)? {
    do {
      return switch reader {
      case .ffmpeg: nil
      case .libmpg123: try MpegFile(file)
      case .libsndfile(let parts) where parts.count > 1: try JoinedSoundFile(file, parts)
      case .libsndfile: try SoundFile(file)
      }
    } catch is MpegFile.Failure, is SoundFile.Failure {
      throw AudioFileError.damaged(path: path, format: format.rawValue)
    }
  }

  func declaredLength() throws -> DeclaredLength? { try DeclaredLength(file) }

  func reachesEnd(_ stream: FFmpeg.Stream, _ cancellation: CancellationSignal) throws -> Bool {
    guard case .ffmpeg(let ffmpeg, _) = reader
    else { return false }
    return try ffmpeg.reachesEnd(stream, of: file, cancellation)
  }
}
