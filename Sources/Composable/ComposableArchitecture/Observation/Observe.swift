import ConcurrencyExtras

/// Runs a closure, and again whenever something that it has read from observed state changes.
///
/// ```swift
/// let token = observe {
///   print(store.count)
/// }
/// ```
///
/// It runs at once, and then on the main actor soon after a change: several changes before that are
/// one. It stops when the token is canceled or let go of.
///
/// - Parameter apply: Reads state, and does something with it.
/// - Returns: A token that keeps the observation alive.
@MainActor
public func observe(_ apply: @escaping @MainActor @Sendable () -> Void) -> ObserveToken {
  let token = ObserveToken()
  token.track(apply)
  return token
}

/// Keeps an observation alive until it is canceled or released.
public final class ObserveToken: Hashable, Sendable {
  private let isCancelled = LockIsolated(false)
  private let onCancel: @Sendable () -> Void

  /// A token that calls a function once, when it is canceled or released.
  ///
  /// - Parameter onCancel: The function.
  public init(onCancel: @escaping @Sendable () -> Void = {}) {
    self.onCancel = onCancel
  }

  deinit {
    cancel()
  }

  /// Ends the observation.
  public func cancel() {
    let wasCancelled = isCancelled.withValue { isCancelled in
      defer { isCancelled = true }
      return isCancelled
    }
    if !wasCancelled { onCancel() }
  }

  /// Keeps the token in a set of tokens.
  public func store(in tokens: inout Set<ObserveToken>) {
    tokens.insert(self)
  }

  /// Keeps the token in a collection of tokens.
  public func store(in tokens: inout some RangeReplaceableCollection<ObserveToken>) {
    tokens.append(self)
  }

  @MainActor
  fileprivate func track(_ apply: @escaping @MainActor @Sendable () -> Void) {
    guard !isCancelled.value
    else { return }
    withObservationTracking {
      apply()
    } onChange: { [weak self] in
      Task { @MainActor in self?.track(apply) }
    }
  }

  /// Whether both are the same token.
  public static func == (lhs: ObserveToken, rhs: ObserveToken) -> Bool {
    lhs === rhs
  }

  /// Hashes the identity of the token.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(self))
  }
}
