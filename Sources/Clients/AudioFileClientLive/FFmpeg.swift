import AudioFileClient
import Foundation
import POSIX

struct FFmpeg {
  private let ffmpeg: String
  let ffprobe: String

  static let codecHint = "ffmpeg has no decoder for its audio; convert it to WAV or FLAC"
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

  /// Standard input: ffmpeg can't take the name for an option, and reads the file that was checked.
  static func input(from firstByte: Int) -> [String] {
    let file = "file:/dev/fd/0"
    return [
      "-protocol_whitelist", "file,subfile", "-format_whitelist", MediaKind.demuxers,
      "-i", firstByte == 0 ? file : "subfile,,start,\(firstByte),end,0,,:\(file)",
    ]
  }

  func decode(
    _ stream: Stream, of file: borrowing InputFile, startingAt start: Duration,
    failure: AudioFileError
  ) throws -> FFmpegSource {
    let seconds = max(0, start / .seconds(1))
    let skipped = stream.isSeekable ? 0 : seconds
    let seek =
      stream.isSeekable && seconds > 0 ? ["-ss", String(format: "%.6f", seconds)] : []
    let clock = ContainerClock(
      sampleRate: stream.sampleRate, origin: stream.start + seconds - skipped,
      longestGap: stream.longestGap)
    let filter =
      stream.isChained ? [] : ["-af", ContainerClock.filter(sampleRate: stream.sampleRate)]
    return FFmpegSource(
      clock: clock,
      failure: failure,
      process: try ChildProcess(
        ffmpeg,
        ["-nostdin", "-nostats", "-v", "repeat+info", "-copyts"] + seek
          + Self.input(from: stream.firstByte) + ["-map", "0:a:\(stream.index)"] + filter + [
            "-ac", "\(stream.channelCount)", "-ar", "\(stream.sampleRate)", "-f", "f32le", "-",
          ],
        input: file.descriptor, errorHandler: clock.add),
      skipping: Int(frames: skipped * Double(stream.sampleRate)),
      stream: stream)
  }
}
