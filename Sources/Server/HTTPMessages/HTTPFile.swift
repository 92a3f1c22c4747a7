public import POSIX

/// A part of an open file.
public struct HTTPFile: Sendable {
  /// Where it begins, in bytes.
  public let offset: Int64
  public let byteCount: Int64

  private let file: OpenFile

  /// - Parameters:
  ///   - descriptor: The open file. It is closed once the part has been sent, or is not needed.
  ///   - offset: Where the part begins, in bytes.
  ///   - byteCount: How many bytes it has.
  public init(_ descriptor: consuming Descriptor, offset: Int64 = 0, byteCount: Int64) {
    file = OpenFile(descriptor)
    self.offset = offset
    self.byteCount = byteCount
  }

  /// A descriptor of its own for what sends the file.
  public func duplicate() throws(SystemError) -> Descriptor {
    try file.descriptor.duplicate()
  }

  /// Its bytes: what a client in the same process gets.
  ///
  /// - Throws: What the system says, `EIO` where the file has become shorter.
  public func bytes() throws(SystemError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: Int(byteCount))
    let count = try bytes.withUnsafeMutableBufferPointer { buffer throws(SystemError) in
      try file.descriptor.read(into: UnsafeMutableRawBufferPointer(buffer), at: Int(offset))
    }
    guard count == bytes.count
    else { throw SystemError(code: 5, subject: "a file being sent") }
    return bytes
  }

  private final class OpenFile: Sendable {
    let descriptor: Descriptor

    init(_ descriptor: consuming Descriptor) {
      self.descriptor = descriptor
    }
  }
}
