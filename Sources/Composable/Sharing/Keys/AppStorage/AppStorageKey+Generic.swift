public import Foundation

extension SharedReaderKey {
  /// A value whose raw value is an integer, kept in a store of small values.
  ///
  /// An invalid raw value is kept until the shared value changes, and the default is used.
  public static func appStorage<Value: RawRepresentable<Int> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, AppStorageCoding<Value>.raw(.int))
  }

  /// A value, or none, whose raw value is an integer, kept in a store of small values.
  ///
  /// An invalid raw value stays until the shared value changes.
  public static func appStorage<Value: RawRepresentable<Int> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, AppStorageCoding<Value>.raw(.int).optional)
  }

  /// A value whose raw value is a string, kept in a store of small values.
  ///
  /// An invalid raw value is kept until the shared value changes, and the default is used.
  public static func appStorage<Value: RawRepresentable<String> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, AppStorageCoding<Value>.raw(.string))
  }

  /// A value, or none, whose raw value is a string, kept in a store of small values.
  ///
  /// An invalid raw value stays until the shared value changes.
  public static func appStorage<Value: RawRepresentable<String> & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, AppStorageCoding<Value>.raw(.string).optional)
  }

  /// A value of any type that can be encoded, kept as JSON in a store of small values.
  ///
  /// Undecodable data is kept, and the default is used; `loadError` is an
  /// ``UnreadableAppStorageError``. When the shared value changes, the data is moved to a dated
  /// name.
  ///
  /// Changing one value writes the whole store: keep large values in separate files, with
  /// ``fileStorage(_:decoder:encoder:)``.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value> {
    AppStorageKey(key, store, .json)
  }

  /// A value, or none, of any type that can be encoded, kept as JSON in a store of small values.
  @_disfavoredOverload
  public static func appStorage<Value: Codable & Sendable>(
    _ key: String, store: UserDefaults? = nil
  ) -> Self where Self == AppStorageKey<Value?> {
    AppStorageKey(key, store, AppStorageCoding<Value>.json.optional)
  }
}
