import Foundation

/// A WAV file, made byte by byte.
struct Wave {
  enum Encoding: String, CaseIterable {
    case u8, s16, s24, s32, float, extensible
  }

  var channelCount = 1
  var encoding = Encoding.s16
  var sampleRate = 16_000
  /// Interleaved.
  var samples: [Float] = []
  /// The length that the data chunk claims; the true one by default.
  var claimedByteCount: Int?

  var bytes: [UInt8] {
    let data = sampleBytes
    let frameSize = channelCount * sampleSize
    var format = little(encoding == .extensible ? 0xFFFE : encoding == .float ? 3 : 1, 2)
    format += little(channelCount, 2) + little(sampleRate, 4)
    format += little(sampleRate * frameSize, 4) + little(frameSize, 2) + little(8 * sampleSize, 2)
    if encoding == .extensible {
      format += little(22, 2) + little(16, 2) + little(0, 4) + little(1, 2)
      format += [
        0x00, 0x00, 0x00, 0x00, 0x10, 0x00, 0x80, 0x00, 0x00, 0xAA, 0x00, 0x38, 0x9B, 0x71,
      ]
    }
    let claimed = claimedByteCount ?? data.count
    let body =
      Array("WAVEfmt ".utf8) + little(format.count, 4) + format
      + Array("data".utf8) + little(claimed, 4) + data
    return Array("RIFF".utf8) + little(claimed + body.count - data.count, 4) + body
  }

  private var sampleSize: Int {
    switch encoding {
    case .u8: 1
    case .extensible, .s16: 2
    case .s24: 3
    case .float, .s32: 4
    }
  }

  private var sampleBytes: [UInt8] {
    switch encoding {
    case .u8:
      samples.map { UInt8(clamping: Int(($0 * 127 + 128).rounded())) }
    case .extensible, .s16:
      samples.map { Int16(($0 * 32_767).rounded()).littleEndian }.withUnsafeBytes(Array.init)
    case .s24:
      samples.flatMap { little(Int(($0 * 8_388_607).rounded()), 3) }
    case .s32:
      samples.map { Int32(Double($0) * 2_147_483_647).littleEndian }.withUnsafeBytes(Array.init)
    case .float:
      samples.map(\.bitPattern.littleEndian).withUnsafeBytes(Array.init)
    }
  }

  private func little(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
  }
}
