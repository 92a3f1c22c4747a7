/// A cut depends only on the audio from the beginning of its piece.
struct AudioSplitter {
  private static let window = 8_000
  private static let step = 800

  private(set) var samples: [Int16] = []

  mutating func add(_ more: [Int16]) { samples += more }

  /// Removes a piece, cut at a quiet place in its last fifth. Needs `limit` samples unless `isEnd`.
  mutating func split(_ limit: Int, isEnd: Bool) -> [Int16] {
    let isLast = isEnd && samples.count <= limit
    let count = isLast ? samples.count : quietestPosition(from: limit - limit / 5, to: limit)
    let piece = Array(samples[..<count])
    samples.removeFirst(count)
    return piece
  }

  mutating func putBack(_ piece: [Int16]) { samples = piece + samples }

  private func quietestPosition(from start: Int, to end: Int) -> Int {
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
