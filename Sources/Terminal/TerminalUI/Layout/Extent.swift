/// How much of one dimension a view can use.
public struct Extent: Hashable, Sendable {
  /// Less makes no sense; it may get less all the same.
  public var minimum: Int
  /// What it needs to show everything.
  public var ideal: Int
  /// More would stay empty.
  public var maximum: Int

  /// No limit.
  public static let unlimited = Int.max / 4

  public init(minimum: Int, ideal: Int, maximum: Int) {
    self.minimum = max(0, minimum)
    self.ideal = min(Self.unlimited, max(self.minimum, ideal))
    self.maximum = min(Self.unlimited, max(self.ideal, maximum))
  }

  /// Always the same.
  public static func fixed(_ length: Int) -> Self {
    Self(minimum: length, ideal: length, maximum: length)
  }

  /// As much as there is.
  public static func flexible(minimum: Int = 0, ideal: Int = 0) -> Self {
    Self(minimum: minimum, ideal: ideal, maximum: unlimited)
  }

  static func + (lhs: Self, length: Int) -> Self {
    Self(
      minimum: lhs.minimum + length, ideal: lhs.ideal + length, maximum: lhs.maximum + length)
  }

  /// What a view takes of a room when nothing else wants it.
  public func clamped(to room: Int) -> Int {
    min(room, maximum)
  }
}

/// Shares out a length among extents: everyone's least first, in order; then what they need, the
/// smallest needs first; then the rest to those that can use more. The higher priority goes first
/// in each.
func distribute(_ length: Int, among extents: [Extent], priorities: [Int]) -> [Int] {
  var shares = Array(repeating: 0, count: extents.count)
  var rest = max(0, length)
  let levels = Set(priorities).sorted(by: >)
  for level in levels {
    for index in extents.indices where priorities[index] == level {
      shares[index] = min(extents[index].minimum, rest)
      rest -= shares[index]
    }
  }
  for target in [\Extent.ideal, \.maximum] {
    for level in levels where rest > 0 {
      let members = extents.indices.filter { priorities[$0] == level }
        .map { (index: $0, need: extents[$0][keyPath: target] - shares[$0]) }
        .filter { $0.need > 0 }
        .sorted { ($0.need, $0.index) < ($1.need, $1.index) }
      for (place, member) in members.enumerated() {
        // What does not divide evenly goes to the last ones.
        let share = min(member.need, rest / (members.count - place))
        shares[member.index] += share
        rest -= share
      }
    }
  }
  return shares
}
