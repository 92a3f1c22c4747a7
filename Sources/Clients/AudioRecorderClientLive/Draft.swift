import AudioRecorderClient
import Foundation
import POSIX
import SharedModels

/// A recording in progress: an AU file whose header leaves the length open, so that it is valid
/// after each sample. The system drops its lock with the process, which marks drafts to recover.
final class Draft: Sendable {
  static let sampleRate = 48_000
  static let suffix = ".draft"
  static let headerSize = 64
  private static let bytesPerSample = 2

  let url: URL
  private let file: Descriptor
  private let queue = DispatchQueue(label: "AudioRecorderClientLive.Draft", qos: .utility)

  static func url(of recording: URL) -> URL {
    URL(fileURLWithPath: recording.path + suffix)
  }

  /// Makes silent recordings differ, since the library stores identical files once.
  static func comment(on recording: URL) -> String {
    "Recorded by SpeechMemo as \(recording.lastPathComponent)"
  }

  init(of recording: URL, startingAt date: Date) throws(AudioRecorderClient.Failure) {
    url = Self.url(of: recording)
    do throws(SystemError) {
      file = try Descriptor(url.path, O_RDWR | O_CREAT | O_EXCL | O_APPEND, mode: 0o600)
    } catch {
      throw .opening(url, error)
    }
    do throws(SystemError) {
      guard try file.lockIfFree(.exclusive)
      else { throw SystemError(code: EWOULDBLOCK) }
      try file.write(Self.header(startingAt: date))
    } catch {
      try? removeFile(url.path)
      throw .opening(url, error)
    }
    let folder = url.deletingLastPathComponent().path
    // Makes the name survive a power cut, without waiting: see `flush`.
    queue.async { try? OpenFolder(folder).sync() }
  }

  /// Appended samples survive the end of this process.
  func append(_ samples: UnsafeBufferPointer<Int16>) throws(SystemError) {
    try withUnsafeTemporaryAllocation(of: Int16.self, capacity: samples.count) {
      bigEndian throws(SystemError) in
      for (index, sample) in samples.enumerated() { bigEndian[index] = sample.bigEndian }
      try file.write(UnsafeRawBufferPointer(bigEndian))
    }
  }

  /// Starts a sync without waiting, since a slow disk must not delay capture.
  func flush() {
    queue.async { try? self.file.syncContent() }
  }

  func finish() {
    queue.sync { try? file.syncContent() }
  }

  private static func header(startingAt date: Date) -> [UInt8] {
    var header = Array(".snd".utf8)
    let fields = [UInt32(headerSize), .max, 3, UInt32(sampleRate), 1]
    for field in fields { header += withUnsafeBytes(of: field.bigEndian, Array.init) }
    header += Array(date.iso8601.utf8.prefix(headerSize - header.count - 1))
    return header + [UInt8](repeating: 0, count: headerSize - header.count)
  }

  static func date(in header: some Sequence<UInt8>) -> Date? {
    let remark = header.dropFirst(24).prefix { $0 != 0 }
    return Date(iso8601: String(decoding: remark, as: UTF8.self))
  }

  static func duration(byteCount: Int64) -> Duration {
    let samples = max(0, byteCount - Int64(headerSize)) / Int64(bytesPerSample)
    return .seconds(samples / Int64(sampleRate))
      + .nanoseconds(samples % Int64(sampleRate) * 1_000_000_000 / Int64(sampleRate))
  }
}

extension AudioRecorderClient.Failure {
  fileprivate static func opening(_ url: URL, _ error: SystemError) -> Self {
    if error.code == EEXIST { return .destinationExists(path: url.path) }
    if error.isOutOfSpace { return .diskFull(path: url.path) }
    return .unwritable(path: url.path, reason: error.reason)
  }
}
