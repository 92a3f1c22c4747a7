public import Foundation
public import POSIX

/// What a client sends, on the disk while it is worked on.
///
/// The file has no name: nothing is left of it when this value is gone, however the process ends.
public final class ReceivedFile: Sendable {
  /// How many bytes of sound a client can send at most: a day of it, uncompressed.
  public static let byteLimit: Int64 = 8 << 30

  private let descriptor: Descriptor

  /// - Parameter folder: A folder on the disk that has room for it.
  /// - Throws: What the system says.
  public init(in folder: URL) throws(SystemError) {
    descriptor = try Descriptor(namelessIn: folder.path, mode: 0o600)
  }

  /// Where this process can read it for as long as this value lives.
  public var url: URL { URL(fileURLWithPath: "/proc/self/fd/\(descriptor.number)") }

  /// Adds bytes at its end.
  public func append(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    try descriptor.write(bytes)
  }
}
