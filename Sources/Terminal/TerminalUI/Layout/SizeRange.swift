public struct SizeRange: Hashable, Sendable {
  public var minimum: Int
  public var ideal: Int
  public var maximum: Int

  public static let unlimited = Int.max / 4

  public init(minimum: Int, ideal: Int, maximum: Int) {
    self.minimum = max(0, minimum)
    self.ideal = min(Self.unlimited, max(self.minimum, ideal))
    self.maximum = min(Self.unlimited, max(self.ideal, maximum))
  }

  public static func fixed(_ length: Int) -> Self {
    Self(minimum: length, ideal: length, maximum: length)
  }

  /// For content that can be cut but does not stretch.
  public static func upTo(_ length: Int) -> Self {
    Self(minimum: min(1, length), ideal: length, maximum: length)
  }

  public static func flexible(minimum: Int = 0, ideal: Int = 0) -> Self {
    Self(minimum: minimum, ideal: ideal, maximum: unlimited)
  }

  static func + (lhs: Self, length: Int) -> Self {
    Self(
      minimum: lhs.minimum + length, ideal: lhs.ideal + length, maximum: lhs.maximum + length)
  }

  public func clamped(to room: Int) -> Int {
    min(room, maximum)
  }
}

/// Divides a length: first the minimums, in order, then the ideal sizes, smallest need first, then
/// the rest. In each step, higher priorities go first.
func distribute(_ length: Int, among ranges: [SizeRange], priorities: [Int]) -> [Int] {
  var shares = Array(repeating: 0, count: ranges.count)
  var rest = max(0, length)
  let levels = Set(priorities).sorted(by: >)
  for level in levels {
    for index in ranges.indices where priorities[index] == level {
      shares[index] = min(ranges[index].minimum, rest)
      rest -= shares[index]
    }
  }
  for target in [\SizeRange.ideal, \.maximum] {
    for level in levels where rest > 0 {
      let members = ranges.indices.filter { priorities[$0] == level }
        .map { (index: $0, need: ranges[$0][keyPath: target] - shares[$0]) }
        .filter { $0.need > 0 }
        .sorted { ($0.need, $0.index) < ($1.need, $1.index) }
      for (place, member) in members.enumerated() {
        let share = min(member.need, rest / (members.count - place))
        shares[member.index] += share
        rest -= share
      }
    }
  }
  return shares
}
