import POSIX

/// Replaces the shared value if there is none: when code uses a key with its own subscribers and
/// continuations.
///
/// Has a value only when it is saved.
final class PassedValues<Value: Sendable>: SharedValueAccess {
  private let state: Mutex<SharedValueSnapshot<Value>>
  private let subscriber: SharedSubscriber<Value>?

  init(_ value: Value, subscriber: SharedSubscriber<Value>?) {
    state = Mutex(SharedValueSnapshot(value: value, version: 0))
    self.subscriber = subscriber
  }

  func snapshot() -> SharedValueSnapshot<Value>? {
    state.withLock { $0 }
  }

  func replace(
    with value: Value, ifVersion version: UInt64, thenNote note: (UInt64) -> Void
  ) -> UInt64? {
    let new = state.withLock { state -> UInt64? in
      guard state.version == version
      else { return nil }
      state = SharedValueSnapshot(value: value, version: version + 1)
      return state.version
    }
    guard let new
    else { return nil }
    note(new)
    subscriber?.yield(value)
    return new
  }

  func valueIsSaved() {}

  /// Takes a value that the key was given to save.
  func pass(_ value: Value) {
    state.withLock { $0 = SharedValueSnapshot(value: value, version: $0.version + 1) }
  }
}
