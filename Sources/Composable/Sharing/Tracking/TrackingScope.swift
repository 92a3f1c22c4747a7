import Synchronization

/// The meaning of reads and changes of shared values in a task with a tracker.
enum TrackingScope: Sendable {
  /// Changes are noted.
  case tracking(SharedChangeTracker)
  /// Reads and changes go to the values that a test expects.
  case asserting(SharedChangeTracker, SharedSnapshot)
  /// Compares a test's expectation with the actual values.
  case comparing(SharedChangeTracker, expected: SharedSnapshot, actual: SharedSnapshot)

  @TaskLocal private static var ofTask: TrackingScope?

  /// The number of trackers. It is zero outside of tests, unless changes are printed, so the task is
  /// not queried there.
  private static let trackers = Atomic<Int>(0)

  static var current: TrackingScope? {
    @inline(__always)
    get { trackers.load(ordering: .relaxed) == 0 ? nil : ofTask }
  }

  static func addTracker() { trackers.wrappingAdd(1, ordering: .relaxed) }
  static func removeTracker() { trackers.wrappingSubtract(1, ordering: .relaxed) }

  func withValue<R>(_ operation: () throws -> R) rethrows -> R {
    try Self.$ofTask.withValue(self, operation: operation)
  }

  func withValue<R>(
    isolation: isolated (any Actor)? = #isolation, _ operation: () async throws -> R
  ) async rethrows -> R {
    try await Self.$ofTask.withValue(self, operation: operation, isolation: isolation)
  }

  /// The location from which a reference reads, if not the value itself.
  func place(of core: ReferenceCore) -> ValueLocation? {
    switch self {
    case .tracking: nil
    case .asserting(let tracker, let expected): .copy(tracker.copy(of: core, in: expected))
    case .comparing(let tracker, _, let actual): .copy(tracker.copy(of: core, in: actual))
    }
  }

  /// The two sides of a comparison.
  var sides: ComparedSides? {
    guard case .comparing(let tracker, let expected, let actual) = self
    else { return nil }
    return ComparedSides(tracker: tracker, expected: expected, actual: actual)
  }
}

/// The locations of the two sides of a comparison.
struct ComparedSides {
  let tracker: SharedChangeTracker
  let expected: SharedSnapshot
  let actual: SharedSnapshot

  func expected(_ core: ReferenceCore) -> ValueLocation {
    .copy(tracker.copy(of: core, in: expected))
  }

  func actual(_ core: ReferenceCore) -> ValueLocation {
    .copy(tracker.copy(of: core, in: actual))
  }
}
