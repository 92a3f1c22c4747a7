/// Describes a place outside the program from which a shared value comes: a file, a server, a
/// notification.
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
/// All properties that are declared with keys of the same ``id`` share one value: the key loads it
/// when the first of them is made, and is subscribed to until the last of them is gone.
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
  /// It is called on the thread that makes the first property or calls `load()`. No value is locked
  /// meanwhile, but code that makes a second property of the key waits for the first call to
  /// return: do not wait in it for another thread that may do that.
  /// A key that has its value at hand resumes before it returns, so that the property has it from
  /// the start. One that has not returns at once and resumes later; the property holds its default
  /// value in the meantime, and `isLoading` is true.
  ///
  /// - Parameters:
  ///   - context: The reason for loading the value.
  ///   - continuation: Resume it once, with a value, with an error, or with the answer that there
  ///     is no value yet.
  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>)

  /// Starts to watch the place for changes that are made elsewhere.
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
