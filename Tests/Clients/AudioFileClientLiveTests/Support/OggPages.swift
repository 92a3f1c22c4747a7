/// The pages of an Ogg file, to move their positions.
struct OggPages {
  private(set) var pages: [[UInt8]] = []

  init(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while rest.starts(with: "OggS".utf8) {
      let start = rest.startIndex
      let lengths = rest[(start + 27)...].prefix(Int(rest[start + 26]))
      let count = lengths.reduce(27 + lengths.count) { $0 + Int($1) }
      pages.append(Array(rest.prefix(count)))
      rest = rest.dropFirst(count)
    }
  }

  var bytes: [UInt8] { pages.flatMap(\.self) }

  /// In frames of the codec.
  func position(of index: Int) -> Int {
    pages[index][6..<14].reversed().reduce(0) { $0 << 8 | Int($1) }
  }

  mutating func move(from first: Int, by frames: Int) {
    for index in pages.indices.dropFirst(first) {
      let position = position(of: index) + frames
      pages[index].replaceSubrange(
        6..<14, with: (0..<8).map { UInt8(truncatingIfNeeded: position >> (8 * $0)) })
      pages[index].replaceSubrange(22..<26, with: [0, 0, 0, 0])
      let checksum = Self.checksum(of: pages[index])
      pages[index].replaceSubrange(
        22..<26, with: (0..<4).map { UInt8(truncatingIfNeeded: checksum >> (8 * $0)) })
    }
  }

  mutating func remove(at index: Int) { pages.remove(at: index) }

  private static func checksum(of bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0) { sum, byte in
      (0..<8).reduce(sum ^ UInt32(byte) << 24) { sum, _ in
        sum & 1 << 31 == 0 ? sum << 1 : sum << 1 ^ 0x04C1_1DB7
      }
    }
  }
}
