import AudioRecorderClient

struct LevelMeter {
  private var count = 0
  private var peak: Int32 = 0
  private var squares: Int64 = 0

  private static let length = Draft.sampleRate / 20

  mutating func level(after samples: UnsafeBufferPointer<Int16>) -> AudioLevel? {
    var level: AudioLevel?
    var rest = samples[...]
    while !rest.isEmpty {
      let piece = rest.prefix(Self.length - count)
      for sample in piece {
        let wide = Int32(sample)
        peak = max(peak, abs(wide))
        squares &+= Int64(wide &* wide)
      }
      count += piece.count
      rest = rest.dropFirst(piece.count)
      if count == Self.length {
        level = AudioLevel(
          peak: min(Float(peak) / 32_767, 1),
          rms: (Float(squares) / Float(count)).squareRoot() / 32_768)
        self = LevelMeter()
      }
    }
    return level
  }
}
