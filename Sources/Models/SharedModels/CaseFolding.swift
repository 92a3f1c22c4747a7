import Foundation

extension UInt8 {
  @inlinable public var asciiLowercased: UInt8 {
    (0x41...0x5a).contains(self) ? self | 0x20 : self
  }
}

extension String {
  /// Equal for tags and titles that differ in case or in the encoding of accents. As UTF-8, letters
  /// with accents follow those without. The databases' function `folded` returns the same.
  public var caseFolded: String {
    guard utf8.allSatisfy({ $0 < 0x80 })
    else {
      // Upper case first, since `ß` is equal to `SS` and final sigma to sigma.
      return decomposedStringWithCanonicalMapping.uppercased().lowercased()
    }
    return String(unsafeUninitializedCapacity: utf8.count) { buffer in
      for (index, byte) in utf8.enumerated() { buffer[index] = byte.asciiLowercased }
      return utf8.count
    }
  }
}
