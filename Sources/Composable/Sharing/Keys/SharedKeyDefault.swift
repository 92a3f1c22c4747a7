/// A key with a default for missing values.
///
/// ```swift
/// extension SharedKey where Self == FileStorageKey<IdentifiedArrayOf<Recording>>.Default {
///   static var recordings: Self {
///     Self[.fileStorage(.documentsDirectory.appending(component: "recordings.json")), default: []]
///   }
/// }
/// @Shared(.recordings) var recordings
/// ```
public struct _SharedKeyDefault<Base: SharedReaderKey>: SharedReaderKey {
  let base: Base
  let defaultValue: @Sendable () -> Base.Value

  /// A key with a default.
  ///
  /// - Parameters:
  ///   - base: The key.
  ///   - value: The default, made when it is needed.
  public static subscript(
    base: Base, default value: @autoclosure @escaping @Sendable () -> Base.Value
  ) -> Self {
    Self(base: base, defaultValue: value)
  }

  /// The default.
  public var initialValue: Base.Value { defaultValue() }

  /// The id of the key without the default.
  public var id: Base.ID { base.id }

  /// Loads the value with the key.
  public func load(context: LoadContext<Base.Value>, continuation: LoadContinuation<Base.Value>) {
    base.load(context: context, continuation: continuation)
  }

  /// Subscribes to the key's changes.
  public func subscribe(
    context: LoadContext<Base.Value>, subscriber: SharedSubscriber<Base.Value>
  ) -> SharedSubscription {
    base.subscribe(context: context, subscriber: subscriber)
  }
}

extension _SharedKeyDefault: SharedKey where Base: SharedKey {
  /// Saves a value with the key.
  public func save(
    _ value: Base.Value, context: SaveContext, continuation: SaveContinuation
  ) {
    base.save(value, context: context, continuation: continuation)
  }
}

extension SharedReaderKey {
  /// This key together with a default value.
  public typealias Default = _SharedKeyDefault<Self>
}

extension _SharedKeyDefault: CustomStringConvertible {
  /// The description of the key without the default.
  public var description: String { String(describing: base) }
}
