import AudioFileClient
import Csndfile
import Foundation
import POSIX
import SharedModels

extension Media {
  func encode(
    to destination: URL, comment: String?, _ cancellation: CancellationSignal
  ) throws -> StoredAudio {
    guard let source = try source(startingAt: .zero)
    else { throw AudioFileError.empty(path: path) }
    var file = try NewFile(at: destination)
    do {
      let flac = try FlacFile(
        file.descriptor.duplicate(), rate: source.sampleRate, channelCount: source.channelCount,
        isFine: (source as? SoundFile)?.isFine ?? false)
      if let comment { flac.comment(comment) }
      guard try source.readAll(cancellation, flac.write) > 0
      else { throw AudioFileError.empty(path: path) }
      try flac.finish()
    } catch let failure as FlacFile.Failure {
      throw AudioFileError.io(path: destination.displayPath, reason: failure.reason)
    }
    // Read back because libsndfile rewrites the header at the end.
    let written = try Descriptor("/proc/self/fd/\(file.descriptor.number)", O_RDONLY)
    let stored = try read(written, source: destination.displayPath, cancellation)
    try file.publish()
    return stored
  }
}

private final class FlacFile {
  struct Failure: Error {
    let reason: String
  }

  private let channelCount: Int
  private let handle: OpaquePointer
  private var integers: [Int32] = []
  private let isFine: Bool
  private let output: Output

  init(_ descriptor: consuming Descriptor, rate: Int, channelCount: Int, isFine: Bool) throws {
    let output = Output(descriptor)
    var calls = Output.calls
    var info = SF_INFO()
    info.samplerate = Int32(clamping: rate)
    info.channels = Int32(clamping: channelCount)
    info.format = Int32(SF_FORMAT_FLAC | (isFine ? SF_FORMAT_PCM_24 : SF_FORMAT_PCM_16))
    let pointer = Unmanaged.passUnretained(output).toOpaque()
    guard let handle = sf_open_virtual(&calls, Int32(SFM_WRITE), &info, pointer)
    else { throw Failure(reason: String(cString: sf_strerror(nil))) }
    self.channelCount = channelCount
    self.handle = handle
    self.isFine = isFine
    self.output = output
  }

  deinit {
    if !isFinished { _ = withExtendedLifetime(output) { sf_close(handle) } }
  }

  private var isFinished = false

  /// Must be called before the first `write`.
  func comment(_ text: String) {
    sf_set_string(handle, Int32(SF_STR_COMMENT), text)
  }

  /// libsndfile's conversion from floats doesn't restore the original integers.
  func write(_ samples: UnsafeBufferPointer<Float>) throws {
    let scale: Float = isFine ? 8_388_608 : 32_768
    let shift: Int32 = isFine ? 8 : 16
    integers.removeAll(keepingCapacity: true)
    integers.reserveCapacity(samples.count)
    for sample in samples {
      let scaled = sample.isFinite ? (sample * scale).rounded() : 0
      integers.append(Int32(min(max(scaled, -scale), scale - 1)) << shift)
    }
    let frames = sf_count_t(samples.count / channelCount)
    guard sf_writef_int(handle, integers, frames) == frames
    else { throw output.error ?? Failure(reason: String(cString: sf_strerror(handle))) }
  }

  func finish() throws {
    isFinished = true
    let result = withExtendedLifetime(output) { sf_close(handle) }
    if let error = output.error { throw error }
    guard result == 0
    else { throw Failure(reason: String(cString: sf_error_number(result))) }
  }
}

private final class Output {
  private let descriptor: Descriptor
  private(set) var error: (any Error)?

  init(_ descriptor: consuming Descriptor) {
    self.descriptor = descriptor
  }

  static let calls = SF_VIRTUAL_IO(
    get_filelen: { Output.at($0)?.length ?? -1 },
    seek: { Output.at($2)?.seek($0, $1) ?? -1 },
    read: { _, _, _ in 0 },
    write: { Output.at($2)?.write($0, Int($1)) ?? 0 },
    tell: { Output.at($0)?.seek(0, SEEK_CUR) ?? -1 })

  private static func at(_ pointer: UnsafeMutableRawPointer?) -> Output? {
    pointer.map { Unmanaged<Output>.fromOpaque($0).takeUnretainedValue() }
  }

  private var length: sf_count_t {
    (try? descriptor.status()).map { sf_count_t($0.st_size) } ?? -1
  }

  private func seek(_ distance: sf_count_t, _ origin: Int32) -> sf_count_t {
    sf_count_t(lseek(descriptor.number, off_t(distance), origin))
  }

  private func write(_ buffer: UnsafeRawPointer?, _ count: Int) -> sf_count_t {
    do {
      try descriptor.write(UnsafeRawBufferPointer(start: buffer, count: count))
      return sf_count_t(count)
    } catch {
      self.error = self.error ?? error
      return 0
    }
  }
}
