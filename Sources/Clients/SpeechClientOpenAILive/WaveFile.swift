import SpeechClient

enum WaveFile {
  static func bytes(of samples: [Int16]) -> [UInt8] {
    let (rate, size) = (SpeechAudio.sampleRate, samples.count * 2)
    var bytes: [UInt8] = []
    bytes.reserveCapacity(44 + size)
    func text(_ text: String) { bytes += Array(text.utf8) }
    func number(_ value: Int, _ count: Int) {
      for index in 0..<count { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * index))) }
    }
    text("RIFF")
    number(36 + size, 4)
    text("WAVEfmt ")
    number(16, 4)
    number(1, 2)
    number(1, 2)
    number(rate, 4)
    number(rate * 2, 4)
    number(2, 2)
    number(16, 2)
    text("data")
    number(size, 4)
    samples.map(\.littleEndian).withUnsafeBytes { bytes += $0 }
    return bytes
  }
}

extension Array where Element == Float {
  var asInt16: [Int16] {
    map { $0.isNaN ? 0 : Int16((Swift.min(Swift.max($0, -1), 1) * 32_767).rounded()) }
  }
}

extension Duration {
  static func samples(_ count: Int) -> Duration {
    .milliseconds(count * 1000 / SpeechAudio.sampleRate)
  }
}
