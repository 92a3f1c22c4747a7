import AudioFileClient
import Dependencies
import Foundation
import POSIX
public import SpeechClient

/// Sound that a client sends piece by piece, as a WAV file that has no name: it is gone with this
/// value, or with the process.
public struct ReceivedSound: Sendable {
  /// How it is sent: as whole numbers, the lowest byte first, a number for each channel in turn.
  public struct Format: Hashable, Sendable {
    /// How many frames a second has.
    public let rate: Int
    /// How many bytes a number has.
    public let width: Int
    public let channels: Int

    public init(rate: Int, width: Int, channels: Int) {
      self.rate = rate
      self.width = width
      self.channels = channels
    }

    fileprivate var frameByteCount: Int { width * channels }
  }

  /// There is more than may be. What was there before is kept.
  public struct TooMuch: Error {}

  public let format: Format
  private let limit: Int
  private let sound: NamelessFile
  private var byteCount = 0
  /// What is not in the file yet.
  private var rest: [UInt8] = []

  /// How much is written at once.
  private static let pieceByteCount = 256 * 1_024

  /// - Parameters:
  ///   - seconds: How long it may be.
  ///   - byteCount: How large it may be.
  /// - Throws: What the disk says.
  public init(_ format: Format, seconds: Int, byteCount: Int) async throws {
    // Nobody sees the name, and no other file may have it: not even one of another program, whose ids
    // may be counted as ours are.
    let path = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
      .appendingPathComponent("speechmemo-\(UUID().uuidString.lowercased())").path
    self.format = format
    limit = min(byteCount, seconds * format.rate * format.frameByteCount)
    sound = try await onOwnThread("received-sound") { try NamelessFile(path) }
    // The place of the header, which tells the length.
    rest = [UInt8](repeating: 0, count: header(byteCount: 0).count)
  }

  /// How long it is by now.
  public var duration: Duration {
    .milliseconds(byteCount / format.frameByteCount * 1_000 / format.rate)
  }

  /// - Throws: ``TooMuch``, or what the disk says.
  public mutating func add(_ bytes: [UInt8]) async throws {
    guard byteCount + bytes.count <= limit
    else { throw TooMuch() }
    byteCount += bytes.count
    rest += bytes
    if rest.count >= Self.pieceByteCount { try await write() }
  }

  /// Completes the file.
  ///
  /// - Returns: The sound, or `nil` where there is none. The file is there for as long as it is.
  public mutating func finished() async throws -> (audio: SpeechAudio, duration: Duration)? {
    try await write()
    let frames = byteCount / format.frameByteCount
    guard frames > 0
    else { return nil }
    let header = header(byteCount: frames * format.frameByteCount)
    try await onOwnThread("received-sound") { [sound] in try sound.writeAtStart(header) }
    @Dependency(\.audioFile) var audioFile
    let audio = SpeechAudio.recording { [audioFile, sound] start in
      audioFile.decode(url: sound.url, startingAt: start)
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

/// A file whose name is taken away as soon as it is made.
private final class NamelessFile: Sendable {
  let descriptor: Descriptor

  init(_ path: String) throws(SystemError) {
    descriptor = try Descriptor(path, O_RDWR | O_CREAT | O_EXCL, mode: 0o600)
    try removeFile(path)
  }

  /// Where it is read while it has no name.
  var url: URL { URL(fileURLWithPath: "/proc/self/fd/\(descriptor.number)") }

  func writeAtStart(_ bytes: [UInt8]) throws(SystemError) {
    try SystemError.check { lseek(descriptor.number, 0, SEEK_SET) }
    try descriptor.write(bytes)
  }
}
