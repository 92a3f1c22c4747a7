/// A source of shared values outside the program: a file, a server, or notifications.
///
/// ```swift
/// struct TemperatureKey: SharedReaderKey {
///   let id: Sensor.ID
///
///   func load(context: LoadContext<Double>, continuation: LoadContinuation<Double>) {
///     continuation.resume(with: Result { try Sensor.read(id) })
///   }
///
///   func subscribe(
///     context: LoadContext<Double>, subscriber: SharedSubscriber<Double>
///   ) -> SharedSubscription {
///     let token = Sensor.observe(id) { subscriber.yield($0) }
///     return SharedSubscription { Sensor.stop(token) }
///   }
/// }
/// ```
///
/// All properties whose keys have the same ``id`` share one value. The key loads it for the first
/// of them, and is subscribed to until the last of them is released.
///
/// A key that can also store a value is a ``SharedKey``.
public protocol SharedReaderKey<Value>: Sendable {
  /// The type of the shared value.
  associatedtype Value: Sendable

  /// The type of the key's identity.
  associatedtype ID: Hashable = Self

  /// Identifies the external location that this key describes.
  var id: ID { get }

  /// Loads the value.
  ///
  /// Called on the thread that creates the first property or calls `load()`. No value is locked in
  /// the meantime, but code that creates a second property of the key waits for the first call to
  /// return: don't wait for such a thread here. A key with an immediate value resumes before it
  /// returns, so that the property has it from the start. Other keys return at once and resume
  /// later; until then, the property has its default value and `isLoading` is true.
  ///
  /// - Parameters:
  ///   - context: The reason for loading the value.
  ///   - continuation: Resume it once, with a value, with an error, or without a value.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Starts to watch for changes that are made elsewhere.
  ///
  /// - Parameters:
  ///   - context: Holds the value that the property falls back to.
  ///   - subscriber: Is to be given each new value.
  /// - Returns: A token that ends the subscription when it is canceled or released.
  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription
}

extension SharedReaderKey where ID == Self {
  /// The key is its own identity.
  public var id: ID { self }
}
