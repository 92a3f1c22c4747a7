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
    let count = LockIsolated(0)
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
  /// The UUID whose last digits show a number in hexadecimal: `UUID(10)` is
  /// `00000000-0000-0000-0000-00000000000A`.
  ///
  /// - Parameter intValue: A number. Digits beyond the twelfth go into the previous group:
  ///   `UUID(1 << 48)` is `00000000-0000-0000-0001-000000000000`. A negative number shows its
  ///   absolute value, and a 1 in the third group: `UUID(-10)` is
  ///   `00000000-0000-0001-0000-00000000000A`.
  public init(_ intValue: Int) {
    let bytes = withUnsafeBytes(of: UInt64(intValue.magnitude).bigEndian) { Array($0) }
    self.init(
      uuid: (
        0, 0, 0, 0, 0, 0, 0, intValue < 0 ? 1 : 0,
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7]
      ))
  }
}
