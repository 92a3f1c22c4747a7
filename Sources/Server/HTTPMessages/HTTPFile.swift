public import POSIX

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
    let bytes = try file.descriptor.read(upTo: Int(byteCount), at: Int(offset))
    guard bytes.count == byteCount
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
