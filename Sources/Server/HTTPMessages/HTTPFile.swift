public import POSIX

/// A byte range of an open file.
public struct HTTPFile: Sendable {
  public let offset: Int64
  public let byteCount: Int64

  private let file: OpenFile

  public init(_ descriptor: consuming Descriptor, offset: Int64 = 0, byteCount: Int64) {
    file = OpenFile(descriptor)
    self.offset = offset
    self.byteCount = byteCount
  }

  public func duplicate() throws(SystemError) -> Descriptor {
    try file.descriptor.duplicate()
  }

  /// Throws `EIO` if the file has become shorter.
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
