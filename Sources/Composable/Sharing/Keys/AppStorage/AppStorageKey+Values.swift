public import Foundation

// One function for each kind of value that a property list can hold, and one each for a value that
// may be missing. `nil` is stored as no value at all.

extension SharedReaderKey {
  /// A string that is kept in a store of small values.
  ///
  /// ```swift
  /// @Shared(.appStorage("name")) var name = "Blob"
  /// ```
  ///
  /// The store is one file of the program; see ``FileUserDefaults``. All shared values of a key
  /// change at once, whichever code changes the store. If the store has a value of another type, it
  /// is kept until the shared value changes, and the default is used.
  ///
  /// Keys should neither contain a "." nor begin with "@": it works here, but is not delivered in
  /// time on other platforms, and is warned of.
  ///
  /// - Parameters:
  ///   - key: The name of the value.
  ///   - store: The store; `nil` for `\.defaultAppStorage`. Foundation's `UserDefaults` works, but
  ///     doesn't report changes made elsewhere.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<String> {
    AppStorageKey(key, store, .string)
  }

  /// A string, or none, that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<String?> {
    AppStorageKey(key, store, AppStorageCoding<String>.string.optional)
  }

  /// A truth value that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Bool> {
    AppStorageKey(key, store, .bool)
  }

  /// A truth value, or none, that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Bool?> {
    AppStorageKey(key, store, AppStorageCoding<Bool>.bool.optional)
  }

  /// An integer that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Int> {
    AppStorageKey(key, store, .int)
  }

  /// An integer, or none, that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Int?> {
    AppStorageKey(key, store, AppStorageCoding<Int>.int.optional)
  }

  /// A floating-point number that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Double> {
    AppStorageKey(key, store, .double)
  }

  /// A floating-point number, or none, that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Double?> {
    AppStorageKey(key, store, AppStorageCoding<Double>.double.optional)
  }

  /// A URL that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<URL> {
    AppStorageKey(key, store, .url)
  }

  /// A URL, or none, that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<URL?> {
    AppStorageKey(key, store, AppStorageCoding<URL>.url.optional)
  }

  /// Data that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Data> {
    AppStorageKey(key, store, .data)
  }

  /// Data, or none, that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Data?> {
    AppStorageKey(key, store, AppStorageCoding<Data>.data.optional)
  }

  /// A date that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Date> {
    AppStorageKey(key, store, .date)
  }

  /// A date, or none, that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<Date?> {
    AppStorageKey(key, store, AppStorageCoding<Date>.date.optional)
  }

  /// An array of strings that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<[String]> {
    AppStorageKey(key, store, .strings)
  }

  /// An array of strings, or none, that is kept in a store of small values.
  public static func appStorage(_ key: String, store: UserDefaults? = nil) -> Self
  where Self == AppStorageKey<[String]?> {
    AppStorageKey(key, store, AppStorageCoding<[String]>.strings.optional)
  }
}
