import AudioFileClient
import Foundation
import Glibc
import POSIX

/// A file into which sound is fetched, and in which it is kept until it is whole: what a connection
/// that breaks has brought need not come again.
final class BegunSound: Sendable {
  /// It is not, or not all of it, what it is fetched from.
  struct Changed: Error {}

  let url: URL
  private let file: Descriptor

  /// - Parameter url: Where it is. Where another process is at that, it is a file beside it.
  init(_ url: URL) throws(SystemError) {
    let shared = try Descriptor(url.path, O_RDWR | O_CREAT, mode: 0o600)
    // Who held it may have moved it to where it belongs.
    if try shared.lockIfFree(.exclusive),
      try shared.status().st_ino == (try? fileStatus(of: url.path))?.st_ino
    {
      self.url = url
      file = shared
    } else {
      self.url = url.appendingPathExtension("\(getpid())")
      file = try Descriptor(self.url.path, O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
    }
  }

  deinit { file.unlock() }

  /// Removes what was begun at a place, unless another process is at it.
  static func remove(_ url: URL) {
    if let file = try? Descriptor(url.path, O_RDWR), (try? file.lockIfFree(.exclusive)) == true {
      try? removeFile(url.path)
    }
    try? removeFile(url.appendingPathExtension("\(getpid())").path)
  }

  var byteCount: Int64 {
    get throws(SystemError) { Int64(try file.status().st_size) }
  }

  /// Has what follows written behind so many bytes.
  func truncate(to byteCount: Int64) throws(SystemError) {
    try SystemError.check { ftruncate(file.number, Int(byteCount)) }
    try SystemError.check { lseek(file.number, Int(byteCount), SEEK_SET) }
  }

  func append(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    try file.write(bytes)
  }

  /// All has come, and is on the disk when this returns.
  ///
  /// - Parameters:
  ///   - byteCount: How much it should be; `nil` where nobody knows.
  ///   - checksum: Its SHA-256 in hexadecimal; empty where nobody has taken it.
  ///   - local: What reads it for that.
  /// - Throws: ``Changed`` where it is something else.
  func finish(
    expecting byteCount: Int64?, _ checksum: String, reading local: AudioFileClient
  ) async throws {
    try await onOwnThread("fetched-sound") { [self] in try file.syncContent() }
    guard try byteCount == nil || self.byteCount == byteCount
    else { throw Changed() }
    guard !checksum.isEmpty
    else { return }
    guard try await local.checksum(of: url).sha256 == checksum
    else { throw Changed() }
  }
}
