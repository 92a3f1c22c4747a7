/// The values that a shared value takes on, from the one it has when the sequence is started.
///
/// ```swift
/// for await count in $count.values {
///   print(count)
/// }
/// ```
///
/// A slow consumer gets the latest value, and not those in between. The sequence ends when the task
/// that iterates it is canceled.
public struct SharedValues<Value: Sendable>: AsyncSequence, Sendable {
  /// The shared value's type.
  public typealias Element = Value

  /// The sequence does not fail.
  public typealias Failure = Never

  let reference: Reference<Value>

  /// An iterator that begins with the current value at its first request.
  public func makeAsyncIterator() -> Iterator {
    Iterator(reference)
  }

  /// Iterates over the values.
  public struct Iterator: AsyncIteratorProtocol {
    private let reference: Reference<Value>
    private let listener: Listener
    private var changes: AsyncStream<Void>.Iterator

    fileprivate init(_ reference: Reference<Value>) {
      let (changes, continuation) = AsyncStream.makeStream(
        of: Void.self, bufferingPolicy: .bufferingNewest(1))
      self.reference = reference
      self.changes = changes.makeAsyncIterator()
      // Before the first value is read, so that no change is missed.
      listener = Listener(reference.core, reference.path) { continuation.yield() }
      continuation.yield()
    }

    /// The latest value, as soon as it has changed; `nil` if the task was canceled.
    public mutating func next() async -> Value? {
      await next(isolation: #isolation)
    }

    /// The latest value, as soon as it has changed; `nil` if the task was canceled.
    public mutating func next(isolation actor: isolated (any Actor)?) async -> Value? {
      guard await changes.next(isolation: actor) != nil
      else { return nil }
      return reference.currentValue
    }
  }

  /// Listens until it is released.
  private final class Listener: Sendable {
    private let core: ReferenceCore
    private let token: ObservationToken

    init(
      _ core: ReferenceCore, _ path: [any ErasedProjection],
      onChange: @escaping @Sendable () -> Void
    ) {
      self.core = core
      token = core.observers.token(for: path)
      core.observers.add(onChange, for: ObjectIdentifier(self), at: token)
    }

    deinit { core.observers.removeListener(for: ObjectIdentifier(self), at: token) }
  }
}

extension Shared where Value: Sendable {
  /// The values over time, starting with the current one.
  public var values: SharedValues<Value> { SharedValues(reference: reference) }
}

extension SharedReader where Value: Sendable {
  /// The values over time, starting with the current one.
  public var values: SharedValues<Value> { SharedValues(reference: reference) }
}
