/// A frame of RFC 6455, section 5.
public struct WebSocketFrame: Hashable, Sendable {
  public enum Kind: UInt8, CaseIterable, Sendable {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    /// Control frames may come between the frames of a message.
    var isControl: Bool { rawValue >= 8 }
  }

  public var kind: Kind
  public var payload: [UInt8]
  public var isLast: Bool
  public var mask: UInt32?

  public init(_ kind: Kind, _ payload: [UInt8], isLast: Bool = true, mask: UInt32? = nil) {
    self.kind = kind
    self.payload = payload
    self.isLast = isLast
    self.mask = mask
  }

  static let controlLimit = 125

  public func encoded() -> [UInt8] {
    let count = payload.count
    var bytes: [UInt8] = []
    bytes.reserveCapacity(count + 14)
    bytes.append(kind.rawValue | (isLast ? 0x80 : 0))
    let maskBit: UInt8 = mask == nil ? 0 : 0x80
    switch count {
    case ..<126: bytes.append(maskBit | UInt8(count))
    case ..<65_536: bytes += [maskBit | 126] + UInt64(count).bigEndianBytes.suffix(2)
    default: bytes += [maskBit | 127] + UInt64(count).bigEndianBytes
    }
    if let mask { bytes += UInt64(mask).bigEndianBytes.suffix(4) }
    let start = bytes.count
    bytes += payload
    if let mask { bytes.mask(from: start, by: mask, at: 0) }
    return bytes
  }
}

extension UInt64 {
  fileprivate var bigEndianBytes: [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: self >> (56 - 8 * $0)) }
  }
}

extension [UInt8] {
  /// Applies or removes a mask. `offset` is the position of the first byte in the frame's payload.
  mutating func mask(from start: Int, by mask: UInt32, at offset: Int) {
    let key = (0..<4).map {
      UInt8(truncatingIfNeeded: mask >> (24 - 8 * UInt32(($0 + offset) & 3)))
    }
    withUnsafeMutableBufferPointer { bytes in
      for index in start..<bytes.count { bytes[index] ^= key[(index - start) & 3] }
    }
  }
}
