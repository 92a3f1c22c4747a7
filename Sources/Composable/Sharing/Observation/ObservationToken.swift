import POSIX

/// Represents an observed part of a shared value, while it is observed.
///
/// Observation keeps the key paths that were read until the observer has been notified or released.
/// The key path to ``ReferenceCore/subscript(_:)`` holds a token, so a token lives as long as its
/// part is observed, and removes its node from the tree at its end.
final class ObservationToken: Hashable, @unchecked Sendable {
  // Unchecked for the listeners and the node, which are used under the lock of the tree.
  // Weak, because the tree holds the observers, which hold the key paths and so the tokens.
  private weak var tree: ObservationTree?
  let node: ObservationNode
  private let knownKeyPath = Mutex(WeakKeyPath())
  var listeners: [ObjectIdentifier: @Sendable () -> Void] = [:]

  init(tree: ObservationTree, node: ObservationNode) {
    self.tree = tree
    self.node = node
  }

  deinit {
    tree?.end(self)
  }

  /// A key path for the part. It holds the token, so the token doesn't retain it, but caches it
  /// while it is in use, since creating one is slow.
  var keyPath: KeyPath<ReferenceCore, Bool> {
    if let keyPath = knownKeyPath.withLock({ $0.object }) { return keyPath }
    let keyPath: any KeyPath<ReferenceCore, Bool> & Sendable = \ReferenceCore.[self]
    knownKeyPath.withLock { $0.object = keyPath }
    return keyPath
  }

  private struct WeakKeyPath {
    weak var object: (any KeyPath<ReferenceCore, Bool> & Sendable)?
  }

  static func == (lhs: ObservationToken, rhs: ObservationToken) -> Bool { lhs === rhs }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}

extension ReferenceCore {
  /// The root of the key paths for observed parts. Its value does not matter.
  subscript(token: ObservationToken) -> Bool { true }
}
