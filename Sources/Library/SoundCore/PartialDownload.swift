import AudioFileClient
import Foundation
import Glibc
import POSIX

/// A partial download. It survives a broken connection, and the next attempt resumes it.
final class PartialDownload: Sendable {
  struct Changed: Error {}

  let url: URL
  private let file: Descriptor

  /// Uses a file beside `url` if another process has it locked.
  init(_ url: URL) throws(SystemError) {
    let shared = try Descriptor(url.path, O_RDWR | O_CREAT, mode: 0o600)
    // The former lock holder may have moved the file to its place.
    if try shared.lockIfFree(.exclusive),
      try shared.status().st_ino == (try? fileStatus(of: url.path))?.st_ino
    {
      self.url = url
      file = shared
    } else {
      self.url = url.appendingPathExtension("\(getpid())")
      file = try Descriptor(self.url.path, O_RDWR | O_CREAT | O_TRUNC, mode: 0o600)
      _ = try file.lockIfFree(.exclusive)
    }
  }

  deinit { file.unlock() }

  static func remove(_ url: URL) {
    _ = removeUnused(url)
    try? removeFile(url.appendingPathExtension("\(getpid())").path)
  }

  /// Returns `false` if a download uses the file.
  static func removeUnused(_ url: URL) -> Bool {
    guard let file = try? Descriptor(url.path, O_RDWR), (try? file.lockIfFree(.exclusive)) == true
    else { return false }
    return (try? removeFile(url.path)) != nil
  }

  var byteCount: Int64 {
    get throws(SystemError) { Int64(try file.status().st_size) }
  }

  func truncate(to byteCount: Int64) throws(SystemError) {
    try SystemError.check { ftruncate(file.number, Int(byteCount)) }
    try SystemError.check { lseek(file.number, Int(byteCount), SEEK_SET) }
  }

  func append(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    try file.write(bytes)
  }

  /// Syncs and verifies the file. Throws ``Changed``. `nil` or an empty checksum skips a check.
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
