extension UInt8 {
  @inlinable public var asciiLowercased: UInt8 {
    (0x41...0x5a).contains(self) ? self | 0x20 : self
  }
}

extension String {
  /// Case in SQLite covers ASCII only.
  package var asciiLowercased: String {
    String(decoding: utf8.map { $0.asciiLowercased }, as: UTF8.self)
  }
}
