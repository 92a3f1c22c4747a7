public import Foundation
import HTTPMessages
public import POSIX

/// An upload in a file without a name, which disappears with this value or with the process.
public final class ReceivedFile: Sendable {
  /// One day of uncompressed audio.
  public static let byteLimit: Int64 = 8 << 30

  private let descriptor: Descriptor

  public init(in folder: URL) throws(SystemError) {
    descriptor = try Descriptor(namelessIn: folder.path, mode: 0o600)
  }

  /// Stores pieces until there are no more. Throws `HTTPBody.TooLarge` above ``byteLimit``.
  public static func receive(
    in folder: URL, _ nextPiece: () async throws -> ArraySlice<UInt8>?
  ) async throws -> ReceivedFile {
    let file = try ReceivedFile(in: folder)
    var byteCount: Int64 = 0
    while let piece = try await nextPiece() {
      byteCount += Int64(piece.count)
      guard byteCount <= byteLimit
      else { throw HTTPBody.TooLarge(limit: Int(byteLimit)) }
      try file.append(piece)
    }
    return file
  }

  /// Readable in this process while this value lives.
  public var url: URL { URL(fileURLWithPath: "/proc/self/fd/\(descriptor.number)") }

  public func append(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    try descriptor.write(bytes)
  }
}
