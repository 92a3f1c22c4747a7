protocol OggCodec {
  /// The unit of positions.
  var sampleRate: Int { get }

  /// In frames; 0 for a header.
  mutating func duration(of packet: [UInt8]) -> Int
}

struct OpusCodec: OggCodec {
  let sampleRate = 48_000

  init?(_ header: [UInt8]) {
    guard header.starts(with: "OpusHead".utf8)
    else { return nil }
  }

  func duration(of packet: [UInt8]) -> Int {
    guard let first = packet.first, !packet.starts(with: "OpusTags".utf8)
    else { return 0 }
    let size = Int(first >> 3 & 3)
    let frame: Int =
      switch first >> 3 {
      case 0..<12: size == 3 ? 2_880 : 480 << size
      case 12..<16: 480 << (size & 1)
      default: 120 << size
      }
    let count: Int =
      switch first & 3 {
      case 0: 1
      case 3: packet.count > 1 ? Int(packet[1] & 63) : 0
      default: 2
      }
    // A longer packet is damaged.
    return frame * count <= 5_760 ? frame * count : 0
  }
}

struct VorbisCodec: OggCodec {
  let sampleRate: Int
  private let blockSizes: [Int]
  /// `true` for modes with long blocks.
  private var modes: [Bool] = []
  private var previousSize: Int?

  init?(_ header: [UInt8]) {
    guard header.count >= 30, header.starts(with: [1] + "vorbis".utf8)
    else { return nil }
    sampleRate = header[12..<16].reversed().reduce(0) { $0 << 8 | Int($1) }
    blockSizes = [header[28] & 15, header[28] >> 4].map { 1 << Int($0) }
  }

  mutating func duration(of packet: [UInt8]) -> Int {
    guard let first = packet.first
    else { return 0 }
    guard first & 1 == 0
    else {
      if first == 5 { modes = Self.modes(inSetup: packet) }
      return 0
    }
    let bitCount = Int.bitWidth - max(0, modes.count - 1).leadingZeroBitCount
    let mode = Int(first >> 1) & (1 << bitCount - 1)
    let size = blockSizes[modes.indices.contains(mode) && !modes[mode] ? 0 : 1]
    defer { previousSize = size }
    // Blocks overlap by half.
    return previousSize.map { ($0 + size) / 4 } ?? 0
  }

  /// Reads backwards: the modes come last, after tables whose lengths only a decoder finds out.
  private static func modes(inSetup packet: [UInt8]) -> [Bool] {
    func number(_ bits: Range<Int>) -> Int {
      bits.reversed().reduce(0) { $0 << 1 | Int(packet[$1 / 8] >> ($1 % 8) & 1) }
    }
    guard let last = packet.lastIndex(where: { $0 != 0 })
    else { return [] }
    // A set bit ends the header.
    var end = 8 * last + 7 - packet[last].leadingZeroBitCount
    var candidates: [Bool] = []
    var modes: [Bool] = []
    // A mode is the size of its block, 32 bits that are 0, and a number below 64.
    while end >= 41 + 6, candidates.count < 64,
      number(end - 40..<end - 8) == 0, number(end - 8..<end) < 64
    {
      candidates.insert(number(end - 41..<end - 40) == 1, at: 0)
      end -= 41
      // The modes follow their count, less one.
      if number(end - 6..<end) == candidates.count - 1 { modes = candidates }
    }
    return modes
  }
}
