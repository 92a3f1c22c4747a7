import ConcurrencyExtras

/// Stands for a place that somebody observes, for as long as somebody does.
///
/// Observation keeps the key paths that were read until the observer has been told or is gone. The
/// key path to ``ReferenceCore/subscript(_:)`` holds a token, so a token's life is the time in which
/// its place is observed, and with it ends the entry in the table of observed places.
final class PlaceToken: Hashable, @unchecked Sendable {
  // Unchecked for the listeners, which are used under the lock of the table.
  // Weak, because the places hold those who observe them, who hold the key paths and so the tokens.
  private weak var places: ObservedPlaces?
  let node: PlaceNode
  private let keyPathLock = Lock()
  private weak var weakKeyPath: KeyPath<ReferenceCore, Bool>?
  var listeners: [ObjectIdentifier: @Sendable () -> Void] = [:]

  init(places: ObservedPlaces, node: PlaceNode) {
    self.places = places
    self.node = node
  }

  deinit {
    places?.end(self)
  }

  /// A key path that stands for the place. It holds the token, and so the token does not hold it,
  /// but finds it again while somebody has it: to make one takes long.
  var keyPath: KeyPath<ReferenceCore, Bool> {
    if let keyPath = keyPathLock.withLock({ weakKeyPath }) { return keyPath }
    let keyPath = \ReferenceCore.[self] as KeyPath<ReferenceCore, Bool>
    keyPathLock.withLock { weakKeyPath = keyPath }
    return keyPath
  }

  static func == (lhs: PlaceToken, rhs: PlaceToken) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension ReferenceCore {
  /// What the key paths lead to that stand for places. Its value does not matter.
  subscript(token: PlaceToken) -> Bool { true }

  /// As above, for the key path that finds out whether reads are being tracked.
  subscript(probe: TrackingProbe) -> Bool { true }
}
