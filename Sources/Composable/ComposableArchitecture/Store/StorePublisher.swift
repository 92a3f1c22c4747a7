import ConcurrencyExtras
import POSIX

/// The states of a store over time: the current one, and then each that an action has left.
///
/// ```swift
/// for await count in store.publisher.count {
///   print(count)
/// }
/// ```
///
/// Consecutive equal values of a property are delivered once. The sequence ends when the store is
/// released, and does not retain it. A consumer that falls behind by more than 1,024 states misses
/// the oldest of them.
@dynamicMemberLookup
public struct StorePublisher<State>: AsyncSequence, Sendable {
  /// A state, or a property of one.
  public typealias Element = State

  /// The sequence does not fail: it ends when the store is released.
  public typealias Failure = Never

  let listeners: StoreListeners
  let state: @MainActor @Sendable () -> State?
  let isDuplicate: @Sendable (State, State) -> Bool

  /// The values of a property over time.
  public subscript<Value: Equatable>(
    dynamicMember keyPath: KeyPath<State, Value>
  ) -> StorePublisher<Value> {
    property({ $0[keyPath: keyPath] }, isDuplicate: ==)
  }

  private func property<Value>(
    _ value: @escaping (State) -> Value, isDuplicate: @escaping (Value, Value) -> Bool
  ) -> StorePublisher<Value> {
    let value = UncheckedSendable(value)
    let isDuplicate = UncheckedSendable(isDuplicate)
    return StorePublisher<Value>(
      listeners: listeners, state: { [state] in state().map(value.value) },
      isDuplicate: { isDuplicate.value($0, $1) })
  }

  /// Subscribes to the store when it is first asked for a state, and waits for each further one.
  public struct Iterator: AsyncIteratorProtocol {
    let publisher: StorePublisher
    var base: AsyncStream<UncheckedSendable<State>>.Iterator?

    /// The next state, on the actor of the caller. The first is the current one.
    ///
    /// - Parameter actor: The caller's actor.
    /// - Returns: `nil` if the store was released or the task canceled.
    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> State? {
      if base == nil { base = await publisher.subscribe().makeAsyncIterator() }
      return await base?.next(isolation: actor)?.value
    }

    /// The next state.
    ///
    /// - Returns: `nil` if the store was released or the task canceled.
    public mutating func next() async -> State? {
      await next(isolation: nil)
    }
  }

  /// A separate subscription: each iterator gets the states from its first `next()` on.
  public func makeAsyncIterator() -> Iterator {
    Iterator(publisher: self)
  }

  @MainActor
  private func subscribe() -> AsyncStream<UncheckedSendable<State>> {
    AsyncStream(bufferingPolicy: .bufferingNewest(1_024)) { continuation in
      guard var last = state()
      else { return continuation.finish() }
      continuation.yield(UncheckedSendable(last))
      let id = listeners.add {
        guard let current = state()
        else { return continuation.finish() }
        guard !isDuplicate(last, current)
        else { return }
        last = current
        continuation.yield(UncheckedSendable(current))
      } onEnd: {
        continuation.finish()
      }
      continuation.onTermination = { _ in listeners.remove(id) }
    }
  }
}

extension Store {
  /// The states of the store over time.
  public var publisher: StorePublisher<State> {
    StorePublisher(
      listeners: core.root.listeners, state: { [weak core] in core?.state },
      isDuplicate: { _, _ in false })
  }
}

/// The listeners that are notified when a store has reduced.
final class StoreListeners: Sendable {
  private struct StoreListener {
    let onChange: @MainActor @Sendable () -> Void
    let onEnd: @Sendable () -> Void
  }

  private struct NumberedListeners {
    var byNumber: [UInt64: StoreListener] = [:]
    var count: UInt64 = 0
  }

  private let listeners = Mutex(NumberedListeners())

  func add(
    _ onChange: @escaping @MainActor @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void
  ) -> UInt64 {
    listeners.withLock { listeners in
      listeners.count += 1
      listeners.byNumber[listeners.count] = StoreListener(onChange: onChange, onEnd: onEnd)
      return listeners.count
    }
  }

  func remove(_ id: UInt64) {
    // Released after the lock.
    let removed = listeners.withLock { $0.byNumber.removeValue(forKey: id) }
    withExtendedLifetime(removed) {}
  }

  @MainActor
  func notify() {
    for listener in current { listener.onChange() }
  }

  func end() {
    for listener in current { listener.onEnd() }
  }

  private var current: [StoreListener] {
    listeners.withLock { $0.byNumber.sorted { $0.key < $1.key }.map(\.value) }
  }
}
