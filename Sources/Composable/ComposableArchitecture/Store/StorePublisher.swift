import ConcurrencyExtras
import Synchronization

/// The states of a store over time: the current one, and then each that an action has left.
///
/// ```swift
/// for await count in store.publisher.count {
///   print(count)
/// }
/// ```
///
/// A property's values come once where several in a row are equal. The sequence ends when the store
/// goes; it does not keep the store. Who falls behind by more than 1,024 states misses the oldest of
/// them.
@dynamicMemberLookup
public struct StorePublisher<State>: AsyncSequence, Sendable {
  public typealias Element = State
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

  public struct Iterator: AsyncIteratorProtocol {
    let publisher: StorePublisher
    var base: AsyncStream<UncheckedSendable<State>>.Iterator?

    public mutating func next(
      isolation actor: isolated (any Actor)? = #isolation
    ) async -> State? {
      if base == nil { base = await publisher.subscribe().makeAsyncIterator() }
      return await base?.next(isolation: actor)?.value
    }

    public mutating func next() async -> State? {
      await next(isolation: nil)
    }
  }

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

/// Who wants to know when a store has reduced.
final class StoreListeners: @unchecked Sendable {
  private struct Listener {
    let onChange: @MainActor () -> Void
    let onEnd: () -> Void
  }

  private let lock = Lock()
  private let isEmpty = Atomic(true)
  private var listeners: [UInt64: Listener] = [:] {
    didSet { isEmpty.store(listeners.isEmpty, ordering: .relaxed) }
  }
  private var count: UInt64 = 0

  func add(
    _ onChange: @escaping @MainActor () -> Void, onEnd: @escaping () -> Void
  ) -> UInt64 {
    lock.withLock {
      count += 1
      listeners[count] = Listener(onChange: onChange, onEnd: onEnd)
      return count
    }
  }

  func remove(_ id: UInt64) {
    // What is let go of ends after the lock is left.
    let removed = lock.withLock { listeners.removeValue(forKey: id) }
    withExtendedLifetime(removed) {}
  }

  @MainActor
  func notify() {
    guard !isEmpty.load(ordering: .relaxed)
    else { return }
    for listener in current { listener.onChange() }
  }

  func end() {
    for listener in current { listener.onEnd() }
  }

  private var current: [Listener] {
    lock.withLock { listeners.sorted { $0.key < $1.key }.map(\.value) }
  }
}
