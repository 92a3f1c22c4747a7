import ConcurrencyExtras

/// The default values that are currently being computed in the process.
///
/// A default value may read other dependencies, so it is computed without a lock held. A second
/// reader waits for the first, unless the first waits for the second, in which case the two form a
/// cycle.
enum Evaluations {
  struct ValueID: Hashable, Sendable {
    let cache: ObjectIdentifier
    let value: UInt
  }

  static let shared = SingleRuns<ValueID, DependencyAccess>()
}
