import Foundation
import Glibc
import Hashing
import POSIX

/// A file into which sound is fetched, and in which it is kept until it is whole: what a connection
/// that breaks has brought need not come again.
final class BegunSound: Sendable {
  /// It is not, or not all of it, what the server has.
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
  /// - Parameter checksum: Its SHA-256 in hexadecimal; empty where nobody has taken it.
  /// - Throws: ``Changed`` where it has another one.
  func finish(expecting checksum: String) async throws {
    try await onOwnThread("fetched-sound") { [self] in
      try file.syncContent()
      guard try checksum.isEmpty || sha256() == checksum
      else { throw Changed() }
    }
  }

  private func sha256() throws(SystemError) -> String {
    var checksum = Checksum()
    var bytes = [UInt8](repeating: 0, count: 1 << 18)
    var offset = 0
    while true {
      let count = try bytes.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
        try file.read(into: UnsafeMutableRawBufferPointer(buffer), at: offset)
      }
      guard count > 0
      else { return checksum.finish() }
      bytes.withUnsafeBytes { checksum.update(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      offset += count
    }
  }
}
