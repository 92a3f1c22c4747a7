public struct RealtimeSamples: Sendable {
  private let format: RealtimeFormat
  private var half: UInt8?

  public init(_ format: RealtimeFormat) {
    self.format = format
  }

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

/// G.711: a sign, a 3-bit exponent and a 4-bit mantissa.
private func sample(aLaw byte: UInt8) -> Int16 {
  // A-law inverts every second bit.
  let code = byte ^ 0x55
  let exponent = Int16(code >> 4 & 7)
  let mantissa = Int16(code & 15) << 4 + 8
  let size = exponent == 0 ? mantissa : (mantissa + 0x100) << (exponent - 1)
  return code & 0x80 != 0 ? size : -size
}

private func sample(muLaw byte: UInt8) -> Int16 {
  // μ-law inverts all bits.
  let code = ~byte
  let size = (Int16(code & 15) << 3 + 0x84) << Int16(code >> 4 & 7) - 0x84
  return code & 0x80 != 0 ? -size : size
}
