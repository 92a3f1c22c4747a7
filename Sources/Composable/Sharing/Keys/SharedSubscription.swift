import ConcurrencyExtras

/// Keeps a key's watch over its source going. It ends when it is canceled or released.
public struct SharedSubscription: Sendable {
  private let cancellation: Cancellation

  /// - Parameter cancel: Ends the watch. It is called at most once, from any thread.
  public init(_ cancel: @escaping @Sendable () -> Void) {
    cancellation = Cancellation(cancel)
  }

  /// The subscription of a source that never changes.
  public static var empty: Self { Self {} }

  /// Ends the watch.
  public func cancel() {
    cancellation.cancel()
  }

  private final class Cancellation: Sendable {
    private let action: LockIsolated<(@Sendable () -> Void)?>

    init(_ action: @escaping @Sendable () -> Void) {
      self.action = LockIsolated(action)
    }

    deinit { cancel() }

    func cancel() {
      let action = action.withLock { action in
        defer { action = nil }
        return action
      }
      action?()
    }
  }
}
