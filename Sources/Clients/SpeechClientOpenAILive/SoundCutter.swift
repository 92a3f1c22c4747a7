/// Cuts sound into pieces where nobody speaks. Where a piece ends depends on nothing but the sound from
/// its beginning on.
struct SoundCutter {
  /// How long the stretches are of which the quietest is looked for, in samples: half a second.
  private static let window = 8_000
  /// In so many steps they begin.
  private static let step = 800

  /// What was added and not cut off.
  private(set) var samples: [Int16] = []

  mutating func add(_ more: [Int16]) { samples += more }

  /// Takes the next piece. It ends in the middle of the quietest half second of the limit's last fifth.
  ///
  /// - Parameters:
  ///   - limit: How many samples it may have; there are as many, unless it is the last.
  ///   - isEnd: Whether no sound comes any more, so that what fits is the last piece.
  mutating func cut(_ limit: Int, isEnd: Bool) -> [Int16] {
    let isLast = isEnd && samples.count <= limit
    let count = isLast ? samples.count : quietPlace(from: limit - limit / 5, to: limit)
    let piece = Array(samples[..<count])
    samples.removeFirst(count)
    return piece
  }

  /// Puts a piece back that was taken last.
  mutating func putBack(_ piece: [Int16]) { samples = piece + samples }

  private func quietPlace(from start: Int, to end: Int) -> Int {
    let sums = stride(from: start, to: end - Self.step + 1, by: Self.step).map { first in
      samples[first..<first + Self.step].reduce(into: 0) { $0 += Int64($1) * Int64($1) }
    }
    let width = Self.window / Self.step
    guard sums.count > width
    else { return end }
    var sum = sums[..<width].reduce(0, +)
    var (quietest, place) = (sum, 0)
    for first in 1...(sums.count - width) {
      sum += sums[first + width - 1] - sums[first - 1]
      if sum < quietest { (quietest, place) = (sum, first) }
    }
    return start + place * Self.step + Self.window / 2
  }
}
