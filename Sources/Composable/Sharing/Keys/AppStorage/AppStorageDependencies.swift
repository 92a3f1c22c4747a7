import ConcurrencyExtras
public import Dependencies
public import Foundation

extension DependencyValues {
  /// The store that `appStorage` keys use where none is named.
  ///
  /// The live value is the program's suite, a ``FileUserDefaults``. Each test and each preview has
  /// its own store in memory.
  ///
  /// ```swift
  /// @Dependency(\.defaultAppStorage) var defaults
  /// let isFirstLaunch = !defaults.bool(forKey: "hasLaunched")
  /// ```
  public var defaultAppStorage: UserDefaults {
    get { self[DefaultAppStorageKey.self].value }
    set { self[DefaultAppStorageKey.self] = UncheckedSendable(newValue) }
  }

  /// Whether names of `appStorage` keys that are not portable produce a warning.
  public var appStorageKeyFormatWarningEnabled: Bool {
    get { self[KeyFormatWarningKey.self] }
    set { self[KeyFormatWarningKey.self] = newValue }
  }

  // Foundation doesn't declare its stores as thread-safe. Ours are, and Foundation's has a lock.
  private enum DefaultAppStorageKey: DependencyKey {
    static var liveValue: UncheckedSendable<UserDefaults> {
      UncheckedSendable(FileUserDefaults(suiteName: nil))
    }
    static var previewValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.inMemory) }
    static var testValue: UncheckedSendable<UserDefaults> { UncheckedSendable(.inMemory) }
  }

  private enum KeyFormatWarningKey: DependencyKey {
    static let liveValue = true
    static let testValue = true
  }
}
