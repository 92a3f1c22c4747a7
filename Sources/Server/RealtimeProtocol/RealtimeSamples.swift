/// Makes samples of bytes that come in whatever pieces.
public struct RealtimeSamples: Sendable {
  private let format: RealtimeFormat
  /// The first byte of a sample whose second one is still to come.
  private var half: UInt8?

  public init(_ format: RealtimeFormat) {
    self.format = format
  }

  /// The samples that are complete with these bytes.
  public mutating func add(_ bytes: [UInt8]) -> [Int16] {
    switch format {
    case .pcma: return bytes.map(sample(aLaw:))
    case .pcmu: return bytes.map(sample(muLaw:))
    case .pcm:
      let bytes = (half.map { [$0] } ?? []) + bytes
      half = bytes.count.isMultiple(of: 2) ? nil : bytes.last
      return stride(from: 0, to: bytes.count - 1, by: 2).map { index in
        Int16(bitPattern: UInt16(bytes[index]) | UInt16(bytes[index + 1]) << 8)
      }
    }
  }
}

/// A sample of G.711: a sign, an exponent of three bits and a mantissa of four.
private func sample(aLaw byte: UInt8) -> Int16 {
  // Every second bit is sent as its opposite.
  let code = byte ^ 0x55
  let exponent = Int16(code >> 4 & 7)
  let mantissa = Int16(code & 15) << 4 + 8
  let size = exponent == 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
  return code & 0x80 != 0 ? size : -size
}

private func sample(muLaw byte: UInt8) -> Int16 {
  // All bits are sent as their opposites.
  let code = ~byte
  let size = (Int16(code & 15) << 3 + 0x84) << Int16(code >> 4 & 7) - 0x84
  return code & 0x80 != 0 ? -size : size
}
