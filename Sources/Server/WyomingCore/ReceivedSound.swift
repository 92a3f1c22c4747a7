import AudioFileClient
import Dependencies
import Foundation
import POSIX
import SpeechClient
import WyomingProtocol

/// Sound that a client sends, as a WAV file that has no name: it is gone with this value, or with the
/// process.
struct ReceivedSound: Sendable {
  let format: WyomingAudioFormat
  private let limit: Int
  private let sound: NamelessFile
  private var byteCount = 0
  /// What is not in the file yet.
  private var rest: [UInt8] = []

  /// How much is written at once.
  private static let pieceByteCount = 256 * 1_024

  /// - Parameter limits: How much there may be.
  /// - Throws: What the disk says.
  init(_ format: WyomingAudioFormat, _ limits: WyomingLimits) async throws {
    @Dependency(\.uuid) var uuid
    let path = URL(fileURLWithPath: NSTemporaryDirectory(), isDirectory: true)
      .appendingPathComponent("speechmemo-\(uuid().uuidString.lowercased())").path
    self.format = format
    limit = min(limits.byteCount, limits.seconds * format.rate * format.frameByteCount)
    sound = try await onOwnThread("wyoming-sound") { try NamelessFile(path) }
    // The place of the header, which tells the length.
    rest = [UInt8](repeating: 0, count: header(byteCount: 0).count)
  }

  /// - Throws: ``WyomingProblem/tooMuchSound`` where there is more than may be, or what the disk says.
  mutating func add(_ bytes: [UInt8]) async throws {
    guard byteCount + bytes.count <= limit
    else { throw WyomingProblem.tooMuchSound }
    byteCount += bytes.count
    rest += bytes
    if rest.count >= Self.pieceByteCount { try await write() }
  }

  /// Completes the file.
  ///
  /// - Returns: The sound, or `nil` where there is none. The file is there for as long as it is.
  mutating func finished() async throws -> (audio: SpeechAudio, duration: Duration)? {
    try await write()
    let frames = byteCount / format.frameByteCount
    guard frames > 0
    else { return nil }
    let header = header(byteCount: frames * format.frameByteCount)
    try await onOwnThread("wyoming-sound") { [sound] in try sound.writeAtStart(header) }
    @Dependency(\.audioFile) var audioFile
    let audio = SpeechAudio.recording { [audioFile, sound] start in
      audioFile.decode(url: sound.url, startingAt: start)
    }
    return (audio, .milliseconds(frames * 1_000 / format.rate))
  }

  private mutating func write() async throws {
    try await onOwnThread("wyoming-sound") { [rest, sound] in try sound.descriptor.write(rest) }
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
