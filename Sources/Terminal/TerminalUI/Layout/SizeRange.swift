/// How many columns, or rows, a view can use.
public struct SizeRange: Hashable, Sendable {
  /// What it needs at least; on a small terminal it may get less.
  public var minimum: Int
  /// What it needs to show everything.
  public var ideal: Int
  /// What it can use at most.
  public var maximum: Int

  /// As much as there is.
  public static let unlimited = Int.max / 4

  public init(minimum: Int, ideal: Int, maximum: Int) {
    self.minimum = max(0, minimum)
    self.ideal = min(Self.unlimited, max(self.minimum, ideal))
    self.maximum = min(Self.unlimited, max(self.ideal, maximum))
  }

  /// Exactly so many.
  public static func fixed(_ length: Int) -> Self {
    Self(minimum: length, ideal: length, maximum: length)
  }

  /// Any number, from a minimum.
  public static func flexible(minimum: Int = 0, ideal: Int = 0) -> Self {
    Self(minimum: minimum, ideal: ideal, maximum: unlimited)
  }

  static func + (lhs: Self, length: Int) -> Self {
    Self(
      minimum: lhs.minimum + length, ideal: lhs.ideal + length, maximum: lhs.maximum + length)
  }

  /// How many of `room` a view uses where it has them for itself.
  public func clamped(to room: Int) -> Int {
    min(room, maximum)
  }
}

/// Divides a length among views: first the minimum of each, in order; then their ideal sizes, the
/// smallest need first; then the rest among those that can use more. Within each of these, higher
/// priorities go first.
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
        // The remainder goes to the last ones.
        let share = min(member.need, rest / (members.count - place))
        shares[member.index] += share
        rest -= share
      }
    }
  }
  return shares
}
