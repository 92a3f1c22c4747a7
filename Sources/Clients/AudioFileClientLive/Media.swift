import AudioFileClient
import Foundation
import SharedModels

/// An audio file, opened by whichever of libsndfile and ffmpeg reads it.
struct Media: ~Copyable {
  let byteCount: Int64
  let format: AudioFormat
  let path: String
  let reader: Reader
  private let file: InputFile

  enum Reader {
    case ffmpeg(FFmpeg, FFmpeg.Stream)
    case file(any FileSource)
  }

  /// Opens the file at `url`, with ffmpeg's programs looked for in `searchPath`.
  init(_ url: URL, searchPath: String, _ interruption: Interruption) throws {
    let path = url.displayPath
    let file = try InputFile(url)
    (format, reader) = try Self.open(file, path: path, searchPath: searchPath, interruption)
    byteCount = Int64(file.byteCount)
    self.file = file
    self.path = path
  }

  private static func open(
    _ file: borrowing InputFile, path: String, searchPath: String, _ interruption: Interruption
  ) throws -> (AudioFormat, Reader) {
    guard file.byteCount > 0
    else { throw AudioFileError.empty(path: path) }
    let kind = MediaKind(firstBytes: try file.bytes(at: 0, count: 512))
    do {
      let source: any FileSource = try kind?.format == .mp3 ? MpegFile(file) : SoundFile(file)
      return (source.format, .file(source))
    } catch is MpegFile.Failure, is SoundFile.Failure {
      // ffmpeg may know it, or be less strict.
    }
    guard let kind
    else { throw AudioFileError.notAudio(path: path) }
    guard let ffmpeg = FFmpeg(searchPath: searchPath)
    else {
      throw kind.isReadByLibsndfile
        ? AudioFileError.damaged(path: path, format: kind.name)
        : .unsupported(path: path, format: kind.name, hint: FFmpeg.hint)
    }
    guard let stream = try ffmpeg.probe(file, interruption)
    else { throw AudioFileError.damaged(path: path, format: kind.name) }
    guard stream.channelCount > 0
    else { throw AudioFileError.empty(path: path) }
    return (kind.format, .ffmpeg(ffmpeg, stream))
  }

  /// The samples from a time on; `nil` if the audio ends before it.
  func source(startingAt start: Duration) throws -> (any PCMSource)? {
    switch reader {
    case .ffmpeg(let ffmpeg, let stream):
      return try ffmpeg.decode(stream, of: file, startingAt: start)
    case .file(let source):
      let frame = Int((start / .seconds(1) * Double(source.sampleRate)).rounded())
      return source.seek(toFrame: frame) || frame == 0 ? source : nil
    }
  }

  /// What the header of a WAV or AIFF file declares.
  func declaredLength() throws -> DeclaredLength? { try DeclaredLength(file) }
}
