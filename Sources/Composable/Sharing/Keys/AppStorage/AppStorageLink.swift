import Foundation
import POSIX

/// Keeps one shared value and the value of a name in a store alike.
final class AppStorageLink<Value: Sendable>: Sendable {
  let name: String
  let store: any AppStorageBackend
  private let coding: AppStorageCoding<Value>
  private let state = Mutex(State())

  private struct State {
    var subscriber: SharedSubscriber<Value>?
    var observer: UInt64?
    var initialValue: Value?
    /// The stored value at the last read.
    var seen: StoredValue?
    /// Whether an error of the store was reported to the shared value.
    var hasError = false
    /// The stored value that could not be decoded.
    var unreadable: StoredValue?
    /// The newest version of the shared value that the store has, or has been asked to take.
    var version: UInt64 = 0
  }

  init(_ name: String, store: any AppStorageBackend, coding: AppStorageCoding<Value>) {
    self.name = name
    self.store = store
    self.coding = coding
  }

  /// The stored value, `nil` where none of this type is stored.
  ///
  /// - Parameter initialValue: The value that is registered as the default for other users of the
  ///   store if it has none.
  func load(initialValue: Value? = nil) throws -> Value? {
    var found = find()
    if found.stored == nil, found.error == nil, let initialValue,
      let stored = try? coding.write(initialValue)
    {
      for observer in store.setDefault(stored, for: name) { observer() }
      found = find()
    }
    state.withLock { state in
      state.seen = found.stored
      state.hasError = found.error != nil
    }
    if case .success(let value?) = found.value { return value }
    if let error = found.error { throw error }
    return nil
  }

  /// The current stored value.
  private struct Found {
    let stored: StoredValue?
    let value: Result<Value?, any Error>
    let storeError: (any Error)?

    var error: (any Error)? {
      if case .failure(let error) = value { error } else { storeError }
    }
  }

  private func find() -> Found {
    let (stored, error) = store.value(for: name)
    let value = Result { try stored.flatMap(coding.read) }
      .mapError { UnreadableAppStorageError(key: name, underlyingError: $0) as any Error }
    let unreadable = if case .failure = value { stored } else { nil as StoredValue? }
    state.withLock { $0.unreadable = unreadable }
    return Found(stored: stored, value: value, storeError: error)
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
    // It may have changed before it was observed.
    let found = find()
    if found.stored != seen {
      storeDidChange()
    } else if let error = found.error {
      // A value may exist despite the error; it was loaded then.
      state.withLock { $0.hasError = true }
      subscriber.yield(throwing: error)
    }
    return observer
  }

  /// Ends a requested load, after the store was read.
  func finish(_ continuation: LoadContinuation<Value>) {
    if let current = state.withLock({ $0.subscriber })?.reference?.snapshot() {
      if case .failure(let error) = find().value {
        continuation.resume(throwing: error)
      } else {
        continuation.resumeWithoutChange(current.value)
      }
    } else {
      continuation.resume(with: Result { try load() })
    }
  }

  /// Stores the value, and notifies other users of the name.
  ///
  /// - Parameter value: The value, if no reference has a newer one.
  func save(_ value: Value) throws {
    let observers = try state.withLock { state in
      // Two threads that save at a time must not store the older value last.
      var value = value
      if let current = state.subscriber?.reference?.snapshot() {
        value = current.value
        state.version = max(state.version, current.version)
      }
      let stored = try coding.write(value)
      if let unreadable = state.unreadable { keepAside(unreadable) }
      state.unreadable = nil
      state.seen = stored
      return store.put(stored, for: name, source: state.observer)
    }
    for observer in observers ?? [] { observer() }
  }

  /// Keeps an undecodable value under a dated name, if it still exists.
  private func keepAside(_ value: StoredValue) {
    guard store.value(for: name).value == value
    else { return }
    let style = Date.ISO8601FormatStyle(dateSeparator: .dash, timeSeparator: .omitted)
    let dated = "\(name).unreadable-\(Date().formatted(style))"
    let names = (1...).lazy.map { $0 == 1 ? dated : "\(dated)-\($0)" }
    guard let free = names.first(where: { store.value(for: $0).value == nil })
    else { return }
    // A missing name has no observers.
    _ = store.put(value, for: free, source: nil)
  }

  /// Takes the store's value over, unless ours has changed and is about to be stored.
  private func storeDidChange() {
    guard let subscriber = state.withLock({ $0.subscriber })
    else { return }
    guard let reference = subscriber.reference
    else { return subscriber.yield(with: Result { try load() }) }
    let found = find()
    let (isNews, hadError) = state.withLock { state in
      defer {
        state.seen = found.stored
        state.hasError = found.error != nil
      }
      return (state.seen != found.stored, state.hasError)
    }
    if isNews || found.error == nil { takeOver(reference, hadError: hadError) }
    if let error = found.error { subscriber.yield(throwing: error) }
  }

  private func takeOver(_ reference: any SharedValueAccess<Value>, hadError: Bool) {
    while true {
      guard
        let current = reference.snapshot(), current.version <= state.withLock({ $0.version })
      else { return }
      let found = find()
      guard case .success(let theirs) = found.value
      else { return }
      let isSame = (try? coding.write(current.value)) == found.stored
      if isSame, !hadError { return }
      // Storing the same value again clears the error.
      let value = isSame ? current.value : theirs ?? state.withLock { $0.initialValue }
      guard let value
      else { return }
      let new = reference.replace(with: value, ifVersion: current.version) { new in
        state.withLock { $0.version = max($0.version, new) }
      }
      if new != nil { return }
    }
  }
}
