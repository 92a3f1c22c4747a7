import Observation
import POSIX

/// The observed parts of one shared value.
///
/// A change of a part notifies the observers of that part, of its ancestors, and of its own parts
/// that have changed with it. No other observers are visited.
final class ObservationTree: Sendable {
  // Nothing is called under its lock that is not part of the tree.
  private let state = Mutex(TreeState())
  private let registrar = ObservationRegistrar()

  private struct TreeState {
    let root = ObservationNode()
    var tokenCount = 0
    /// The changes since a thread began to notify observers.
    var pending: [ObservationToken]?
  }

  /// Whether there are no observers.
  var isEmpty: Bool { state.withLock { $0.tokenCount == 0 } }

  /// Notes that a part is read.
  func noteRead(_ core: ReferenceCore, _ path: [any ErasedProjection]) {
    registrar.access(core, keyPath: token(for: path).keyPath)
  }

  /// The token of a part, which is notified of changes while the token is held.
  func token(for path: [any ErasedProjection]) -> ObservationToken {
    state.withLock { state in
      let node = path.reduce(state.root) { $0.makeChild($1) }
      if let token = node.token { return token }
      let token = ObservationToken(tree: self, node: node)
      node.setToken(token)
      state.tokenCount += 1
      return token
    }
  }

  /// Removes a part that is not observed.
  func end(_ token: ObservationToken) {
    state.withLock { state in
      token.node.endToken(ObjectIdentifier(token))
      token.node.prune()
      state.tokenCount -= 1
    }
  }

  func withRoot<R: Sendable>(_ operation: (ObservationNode) -> R) -> R {
    state.withLock { operation($0.root) }
  }

  /// The tokens of the part at the end of a path.
  func tokens(at path: [PathStep]) -> [ObservationToken] {
    withRoot { root in
      var node: ObservationNode? = root
      for step in path { node = node?.child(step) }
      return node?.token.map { [$0] } ?? []
    }
  }

  /// The tokens of the part at the end of a path, and of all parts of it.
  func tokens(below path: [PathStep]) -> [ObservationToken] {
    withRoot { root in
      var node: ObservationNode? = root
      for step in path { node = node?.child(step) }
      return node?.allTokens ?? []
    }
  }

  /// Notifies the observers of changed parts.
  ///
  /// One thread notifies at a time, also of changes by others in the meantime: Observation removes
  /// an observer only after notifying it, so it would notify it of its own change, and of the next,
  /// without end. If two threads notified an observer that registers again each time, its
  /// registrations would double each time.
  func tell(core: ReferenceCore, _ tokens: [ObservationToken]) {
    guard !tokens.isEmpty, startTelling(tokens)
    else { return }
    var tokens = tokens
    repeat {
      for token in tokens {
        let keyPath = token.keyPath
        registrar.willSet(core, keyPath: keyPath)
        registrar.didSet(core, keyPath: keyPath)
        let listeners = state.withLock { _ in token.listeners }
        for listener in listeners.values { listener() }
      }
      tokens = nextToTell()
    } while !tokens.isEmpty
  }

  /// - Returns: `false` if another thread is notifying, and will notify these observers, too.
  private func startTelling(_ tokens: [ObservationToken]) -> Bool {
    state.withLock { state in
      guard state.pending == nil
      else {
        state.pending? += tokens
        return false
      }
      state.pending = []
      return true
    }
  }

  private func nextToTell() -> [ObservationToken] {
    state.withLock { state in
      let next = state.pending ?? []
      state.pending = next.isEmpty ? nil : []
      return next
    }
  }

  func add(
    _ listener: @escaping @Sendable () -> Void, for owner: ObjectIdentifier,
    at token: ObservationToken
  ) {
    state.withLock { _ in token.listeners[owner] = listener }
  }

  func removeListener(for owner: ObjectIdentifier, at token: ObservationToken) {
    // It ends after the lock is left.
    let listener = state.withLock { _ in token.listeners.removeValue(forKey: owner) }
    withExtendedLifetime(listener) {}
  }
}
