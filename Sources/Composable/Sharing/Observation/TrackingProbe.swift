import Observation
import Synchronization

/// Finds out whether Observation is tracking what the running code reads.
///
/// It does not say so, but it puts the key paths that are read into a set when it does, and that
/// asks a key path's subscript arguments for their hash value.
struct TrackingProbe: Hashable {
  private static let hashes = Atomic<Int>(0)
  private static let keyPath = \ReferenceCore.[TrackingProbe()]

  /// Whether a read is to be noted. Now and then `true` without need, when another thread asks at
  /// the same moment.
  static func isTracking(_ core: ReferenceCore, _ registrar: ObservationRegistrar) -> Bool {
    let before = hashes.load(ordering: .relaxed)
    registrar.access(core, keyPath: keyPath)
    return hashes.load(ordering: .relaxed) != before
  }

  func hash(into hasher: inout Hasher) {
    Self.hashes.wrappingAdd(1, ordering: .relaxed)
  }
}
