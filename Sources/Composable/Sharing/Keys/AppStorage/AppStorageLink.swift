import ConcurrencyExtras
import Foundation

/// Keeps one shared value and the value of a name in a store alike.
final class AppStorageLink<Value: Sendable>: Sendable {
  let name: String
  let store: any AppStorageBackend
  private let coding: AppStorageCoding<Value>
  private let state = Guarded(State())

  private struct State {
    var subscriber: SharedSubscriber<Value>?
    var observer: UInt64?
    var initialValue: Value?
    /// What the store had when it was last looked at.
    var seen: StoredValue?
    /// Whether the shared value was told then of an error of the store.
    var hasError = false
    /// The newest version of the shared value that the store has, or has been asked to take.
    var version: UInt64 = 0
  }

  init(_ name: String, store: any AppStorageBackend, coding: AppStorageCoding<Value>) {
    self.name = name
    self.store = store
    self.coding = coding
  }

  /// The stored value, `nil` where none of this type is stored.
  func load() throws -> Value? {
    let (stored, error) = store.value(for: name)
    state.withLock { state in
      state.seen = stored
      state.hasError = error != nil
    }
    if let value = stored.flatMap(coding.read) { return value }
    if let error { throw error }
    return nil
  }

  func subscribe(initialValue: Value?, _ subscriber: SharedSubscriber<Value>) -> UInt64 {
    let observer = store.observe(name) { [weak self] in self?.storeDidChange() }
    let seen = state.withLock { state in
      state.subscriber = subscriber
      state.observer = observer
      state.initialValue = initialValue ?? state.initialValue
      state.version = subscriber.reference?.snapshot()?.version ?? 0
      return state.seen
    }
    // It may have changed before anybody observed it.
    if store.value(for: name).value != seen { storeDidChange() }
    return observer
  }

  /// Ends a load that somebody asked for, after the store has been read again.
  func finish(_ continuation: LoadContinuation<Value>) {
    if let current = state.withLock({ $0.subscriber })?.reference?.snapshot() {
      continuation.resumeWithoutChange(current.value)
    } else {
      continuation.resume(with: Result { try load() })
    }
  }

  /// Stores the value, and tells other users of the name.
  ///
  /// - Parameter value: The value, where there is no reference to ask for a newer one.
  func save(_ value: Value) throws {
    let observers = try state.withLock { state in
      // Two threads that save at a time must not store the older value last.
      var value = value
      if let current = state.subscriber?.reference?.snapshot() {
        value = current.value
        state.version = max(state.version, current.version)
      }
      let stored = try coding.write(value)
      state.seen = stored
      return store.put(stored, for: name, source: state.observer)
    }
    for observer in observers ?? [] { observer() }
  }

  /// Takes the store's value over, unless ours has changed and is about to be stored.
  private func storeDidChange() {
    guard let subscriber = state.withLock({ $0.subscriber })
    else { return }
    guard let reference = subscriber.reference
    else { return subscriber.yield(with: Result { try load() }) }
    let (stored, error) = store.value(for: name)
    let (isNews, hadError) = state.withLock { state in
      defer {
        state.seen = stored
        state.hasError = error != nil
      }
      return (state.seen != stored, state.hasError)
    }
    if let error, !isNews { return subscriber.yield(throwing: error) }
    while true {
      guard
        let current = reference.snapshot(), current.version <= state.withLock({ $0.version })
      else { return }
      let stored = store.value(for: name).value
      let isSame = (try? coding.write(current.value)) == stored
      if isSame, !hadError { return }
      // Put in again, the same value says that the error is over.
      let value =
        isSame
        ? current.value : stored.flatMap(coding.read) ?? state.withLock { $0.initialValue }
      guard let value
      else { return }
      guard let new = reference.replace(with: value, ifVersion: current.version)
      else { continue }
      return state.withLock { $0.version = max($0.version, new) }
    }
  }
}
