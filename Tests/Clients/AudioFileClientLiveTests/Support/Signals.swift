import Foundation

/// A sine of full phase from sample 0.
func sine(
  _ frequency: Double, rate: Int, seconds: Double, amplitude: Double = 0.5
) -> [Float] {
  (0..<Int(Double(rate) * seconds)).map {
    Float(amplitude * sin(2 * .pi * frequency * Double($0) / Double(rate)))
  }
}

/// White noise between -0.5 and 0.5, the same each time.
struct Noise {
  private var state: UInt32 = 1

  mutating func next() -> Float {
    state = state &* 1_664_525 &+ 1_013_904_223
    return Float(state >> 8) / Float(1 << 24) - 0.5
  }
}

/// The amplitude of one frequency in a signal.
func amplitude(of frequency: Double, in samples: some Collection<Float>, rate: Int) -> Double {
  var (real, imaginary) = (0.0, 0.0)
  for (index, sample) in samples.enumerated() {
    let phase = 2 * .pi * frequency * Double(index) / Double(rate)
    real += Double(sample) * cos(phase)
    imaginary += Double(sample) * sin(phase)
  }
  return 2 * (real * real + imaginary * imaginary).squareRoot() / Double(samples.count)
}

/// The root of the mean of the squares.
func level(_ samples: some Collection<Float>) -> Double {
  (samples.reduce(0.0) { $0 + Double($1) * Double($1) } / Double(samples.count)).squareRoot()
}

/// The similarity of two signals' shapes, 1 if equal, at the best shift within `shifts`.
func correlation(_ a: [Float], _ b: [Float], shifts: ClosedRange<Int>) -> Double {
  let margin = max(abs(shifts.lowerBound), abs(shifts.upperBound))
  let length = min(a.count, b.count) - 2 * margin
  guard length > 0
  else { return 0 }
  return shifts.map { shift in
    var (ab, aa, bb): (Float, Float, Float) = (0, 0, 0)
    for i in margin..<(margin + length) {
      let (x, y) = (a[i], b[i + shift])
      ab += x * y
      aa += x * x
      bb += y * y
    }
    return Double(ab) / (Double(aa) * Double(bb)).squareRoot()
  }.max() ?? 0
}
