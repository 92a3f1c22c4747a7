public import Dependencies
import ConcurrencyExtras

extension DependencyValues {
  /// Gives the elements of stacks their ids. Counts up from 0, and starts again in each test.
  public var stackElementID: StackElementIDGenerator {
    get { self[StackElementIDGenerator.self] }
    set { self[StackElementIDGenerator.self] = newValue }
  }
}

/// Gives the elements of stacks their ids.
public struct StackElementIDGenerator: DependencyKey, Sendable {
  /// Returns the next id. Each id is returned once.
  public let next: @Sendable () -> StackElementID

  /// The id that ``next`` gives next.
  public let peek: @Sendable () -> StackElementID

  /// A generator of functions.
  public init(
    next: @escaping @Sendable () -> StackElementID, peek: @escaping @Sendable () -> StackElementID
  ) {
    self.next = next
    self.peek = peek
  }

  /// A new generator that counts up.
  public static func counting(from start: Int = 0) -> Self {
    let count = LockIsolated(start)
    return Self(
      next: {
        count.withValue { count in
          defer { count += 1 }
          return StackElementID(generation: count)
        }
      },
      peek: { StackElementID(generation: count.value) })
  }

  /// An independent generator that continues from here.
  public func incrementingCopy() -> Self {
    .counting(from: peek().generation)
  }

  /// The generator of the process.
  public static let liveValue = counting()

  /// A new generator, for each test that asks.
  public static var testValue: Self { counting() }
}
