import ConcurrencyExtras
public import Foundation

extension DependencyValues {
  /// Makes UUIDs: random ones when live.
  ///
  /// ```swift
  /// @Dependency(\.uuid) var uuid
  /// let memo = Memo(id: uuid())
  /// ```
  ///
  /// Tests make them predictable with `$0.uuid = .incrementing` or `.constant(…)`.
  public var uuid: UUIDGenerator {
    get { self[UUIDGeneratorKey.self] }
    set { self[UUIDGeneratorKey.self] = newValue }
  }

  private enum UUIDGeneratorKey: DependencyKey {
    static let liveValue = UUIDGenerator { UUID() }
  }
}

/// Makes UUIDs.
public struct UUIDGenerator: Sendable {
  private let generate: @Sendable () -> UUID

  /// A generator that calls a function for each UUID.
  ///
  /// - Parameter generate: Makes a UUID.
  public init(_ generate: @escaping @Sendable () -> UUID) {
    self.generate = generate
  }

  /// A generator that always gives the same UUID.
  public static func constant(_ uuid: UUID) -> Self {
    Self { uuid }
  }

  /// A new generator that counts: `UUID(0)`, `UUID(1)`, `UUID(2)` and so on.
  public static var incrementing: Self {
    let count = Protected(0)
    return Self {
      count.withLock { count in
        defer { count += 1 }
        return UUID(count)
      }
    }
  }

  /// Makes a UUID.
  public func callAsFunction() -> UUID {
    generate()
  }
}

extension UUID {
  /// The UUID whose last twelve digits show a number: `UUID(10)` is
  /// `00000000-0000-0000-0000-00000000000A`.
  ///
  /// - Parameter intValue: A number from 0 up to 2⁴⁸ − 1. Of any other number, the lowest 48 bits
  ///   are taken.
  public init(_ intValue: Int) {
    func byte(_ index: Int) -> UInt8 { UInt8(truncatingIfNeeded: intValue >> (8 * index)) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, 0, 0, 0,
        byte(5), byte(4), byte(3), byte(2), byte(1), byte(0)
      ))
  }
}
