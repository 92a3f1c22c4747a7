import AudioFileClient
import Dependencies
import Foundation
import POSIX
public import SpeechClient

/// Received audio in an unlinked WAV file, which disappears with this value or the process.
public struct ReceivedAudio: Sendable {
  /// Interleaved little-endian integers of `width` bytes, `rate` frames per second.
  public struct Format: Hashable, Sendable {
    public let rate: Int
    public let width: Int
    public let channels: Int

    public init(rate: Int, width: Int, channels: Int) {
      self.rate = rate
      self.width = width
      self.channels = channels
    }

    fileprivate var frameByteCount: Int { width * channels }
  }

  /// The limit is exceeded; earlier audio is kept.
  public struct LimitExceeded: Error {}

  public let format: Format
  private let limit: Int
  private let sound: UnlinkedFile
  private var byteCount = 0
  private var rest: [UInt8] = []

  private static let pieceByteCount = 256 * 1_024

  public init(_ format: Format, seconds: Int, byteCount: Int) async throws {
    // Not the `uuid` dependency: another process may generate the same ids.
    let path = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
      .appendingPathComponent("speechmemo-\(UUID().uuidString)").path
    self.format = format
    limit = min(byteCount, seconds * format.rate * format.frameByteCount)
    sound = try await onOwnThread("received-sound") { try UnlinkedFile(path) }
    rest = [UInt8](repeating: 0, count: header(byteCount: 0).count)
  }

  public var duration: Duration {
    .milliseconds(byteCount / format.frameByteCount * 1_000 / format.rate)
  }

  public mutating func add(_ bytes: [UInt8]) async throws {
    guard byteCount + bytes.count <= limit
    else { throw LimitExceeded() }
    byteCount += bytes.count
    rest += bytes
    if rest.count >= Self.pieceByteCount { try await write() }
  }

  /// Completes the file, which exists as long as the returned audio; `nil` if nothing was received.
  public mutating func finished() async throws -> (audio: SpeechAudio, duration: Duration)? {
    try await write()
    let frames = byteCount / format.frameByteCount
    guard frames > 0
    else { return nil }
    let header = header(byteCount: frames * format.frameByteCount)
    try await onOwnThread("received-sound") { [sound] in try sound.writeAtStart(header) }
    @Dependency(\.audioFile) var audioFile
    let audio = SpeechAudio.recording { [audioFile, sound] start in
      audioFile.decode(url: sound.url, startingAt: start).leveled()
    }
    return (audio, duration)
  }

  private mutating func write() async throws {
    try await onOwnThread("received-sound") { [rest, sound] in try sound.descriptor.write(rest) }
    rest.removeAll(keepingCapacity: true)
  }

  private func header(byteCount: Int) -> [UInt8] {
    func little(_ number: Int, _ count: Int) -> [UInt8] {
      (0..<count).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) }
    }
    let form = little(1, 2) + little(format.channels, 2) + little(format.rate, 4)
    let sizes =
      little(format.rate * format.frameByteCount, 4) + little(format.frameByteCount, 2)
      + little(8 * format.width, 2)
    return Array("RIFF".utf8) + little(36 + byteCount, 4) + Array("WAVEfmt ".utf8) + little(16, 4)
      + form + sizes + Array("data".utf8) + little(byteCount, 4)
  }
}

private final class UnlinkedFile: Sendable {
  let descriptor: Descriptor

  init(_ path: String) throws(SystemError) {
    descriptor = try Descriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    try removeFile(path)
  }

  var url: URL { URL(fileURLWithPath: "/proc/self/fd/\(descriptor.number)") }

  func writeAtStart(_ bytes: [UInt8]) throws(SystemError) {
    try SystemError.check { lseek(descriptor.number, 0, SEEK_SET) }
    try descriptor.write(bytes)
  }
}
