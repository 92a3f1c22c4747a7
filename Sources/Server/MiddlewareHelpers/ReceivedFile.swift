public import Foundation
public import POSIX

/// An upload in a file without a name, which disappears with this value or with the process.
public final class ReceivedFile: Sendable {
  /// One day of uncompressed audio.
  public static let byteLimit: Int64 = 8 << 30

  private let descriptor: Descriptor

  public init(in folder: URL) throws(SystemError) {
    descriptor = try Descriptor(namelessIn: folder.path, mode: 0o600)
  }

  /// Readable in this process while this value lives.
  public var url: URL { URL(fileURLWithPath: "/proc/self/fd/\(descriptor.number)") }

  public func append(_ bytes: ArraySlice<UInt8>) throws(SystemError) {
    try descriptor.write(bytes)
  }
}
