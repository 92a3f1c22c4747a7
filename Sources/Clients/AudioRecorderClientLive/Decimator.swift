import Foundation

/// Reduces 48 kHz to 16 kHz with a linear-phase low-pass filter. Adds no delay.
struct Decimator {
  static let factor = 3
  private static let reach = 72

  private static let taps: [Float] = {
    let cutoff = 7_600.0 / 48_000
    let taps = (-reach...reach).map { index in
      let x = Double(index)
      let sinc = index == 0 ? 2 * cutoff : sin(2 * .pi * cutoff * x) / (.pi * x)
      let phase = .pi * x / Double(reach + 1)
      return sinc * (0.42 + 0.5 * cos(phase) + 0.08 * cos(2 * phase))
    }
    let sum = taps.reduce(0, +)
    return taps.map { Float($0 / sum) }
  }()

  private var pending = [Float](repeating: 0, count: reach)

  mutating func output(after samples: [Float]) -> [Float] {
    pending += samples
    return drain()
  }

  mutating func finish() -> [Float] {
    pending += [Float](repeating: 0, count: Self.reach)
    return drain()
  }

  private mutating func drain() -> [Float] {
    let width = 2 * Self.reach + 1
    guard pending.count >= width
    else { return [] }
    let count = (pending.count - width) / Self.factor + 1
    let output = [Float](unsafeUninitializedCapacity: count) { output, filled in
      pending.withUnsafeBufferPointer { input in
        Self.taps.withUnsafeBufferPointer { taps in
          for index in 0..<count {
            var sum: Float = 0
            let start = index * Self.factor
            for tap in 0..<width { sum += input[start + tap] * taps[tap] }
            output[index] = sum
          }
        }
      }
      filled = count
    }
    pending.removeFirst(count * Self.factor)
    return output
  }
}
