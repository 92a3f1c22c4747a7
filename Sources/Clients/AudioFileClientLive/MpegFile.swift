import Cmpg123
import Glibc
import POSIX
import SharedModels

/// libsndfile guesses a VBR file's length without an index, drops the rest, and prints warnings.
final class MpegFile: FileSource {
  private let descriptor: Descriptor
  private let handle: OpaquePointer

  let channelCount: Int
  let sampleRate: Int
  let declaredFrameCount: Int?
  let expectedFrameCount: Int?

  let format = AudioFormat.mp3
  let mayContainInvalidSamples = true

  init(_ file: borrowing InputFile) throws {
    let descriptor = try file.descriptor.duplicate()
    _ = lseek(descriptor.number, 0, SEEK_SET)
    guard mpg123_init() == Self.ok, let handle = mpg123_new(nil, nil)
    else { throw Failure() }
    let flags = MPG123_QUIET.rawValue | MPG123_FORCE_FLOAT.rawValue
    var rate = 0
    var channels: Int32 = 0
    var encoding: Int32 = 0
    guard
      mpg123_add_flags(handle, Int(flags)) == Self.ok,
      mpg123_open_fd(handle, descriptor.number) == Self.ok,
      mpg123_getformat(handle, &rate, &channels, &encoding) == Self.ok,
      channels > 0, rate > 0,
      // Keeps one rate and channel count where a joined file changes them.
      mpg123_format_none(handle) == Self.ok,
      mpg123_format(handle, rate, channels, Int32(MPG123_ENC_FLOAT_32.rawValue)) == Self.ok
    else {
      mpg123_delete(handle)
      throw Failure()
    }
    let expected = mpg123_length(handle)
    expectedFrameCount = expected > 0 ? expected : nil
    // Without an index, mpg123 estimates the length from the file's size and the first frame.
    mpg123_set_filesize(handle, 0)
    declaredFrameCount = mpg123_length(handle) > 0 ? expectedFrameCount : nil
    mpg123_set_filesize(handle, off_t(file.byteCount))
    channelCount = Int(channels)
    self.descriptor = descriptor
    self.handle = handle
    sampleRate = rate
  }

  deinit { mpg123_delete(handle) }

  func seek(toFrame frame: Int) -> Bool {
    mpg123_seek(handle, off_t(frame), SEEK_SET) == off_t(frame)
  }

  func read(
    _ frameCount: Int, into buffer: UnsafeMutablePointer<Float>, _ cancellation: CancellationSignal
  ) throws -> Int {
    try cancellation.check()
    let frameSize = channelCount * MemoryLayout<Float>.size
    while true {
      var byteCount = 0
      let result = mpg123_read(handle, buffer, frameCount * frameSize, &byteCount)
      if byteCount > 0 { return byteCount / frameSize }
      guard result == MPG123_NEW_FORMAT.rawValue
      else { return 0 }
    }
  }

  private static let ok = MPG123_OK.rawValue

  struct Failure: Error {}
}
