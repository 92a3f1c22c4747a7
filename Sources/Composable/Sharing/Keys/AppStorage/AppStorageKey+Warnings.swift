import ConcurrencyExtras
import Dependencies
import Foundation
import IssueReporting
import POSIX

extension AppStorageKey {
  static func checkFormat(of name: String) {
    guard name.contains(".") || name.hasPrefix("@")
    else { return }
    @Dependency(\.appStorageKeyFormatWarningEnabled) var isEnabled
    guard isEnabled
    else { return }
    reportIssue(
      """
      The app storage key "\(name)" contains a "." or begins with "@". Such a key works here, but \
      key-value observing, which delivers changes on other platforms, cannot follow it. Choose \
      another name, or set '\\.appStorageKeyFormatWarningEnabled' to 'false'.
      """,
      severity: .warning)
  }

  static func checkSuite(of store: UserDefaults) {
    @Dependency(\.foundationSuites) var suites
    guard let suite = store.suiteName, suites.hasOther(store, of: suite)
    else { return }
    reportIssue(
      """
      The suite "\(suite)" is used by app storage keys through two 'UserDefaults': what is changed \
      through the one is not seen through the other. Make the store once, or use \
      'FileUserDefaults(suiteName:)'.
      """,
      severity: .warning)
  }
}

extension DependencyValues {
  fileprivate var foundationSuites: FoundationSuites { self[FoundationSuitesKey.self] }

  private enum FoundationSuitesKey: DependencyKey {
    static var liveValue: FoundationSuites { FoundationSuites() }
    static var testValue: FoundationSuites { FoundationSuites() }
  }
}

/// Foundation's stores that keys use, by the names of their suites.
private final class FoundationSuites: Sendable {
  private let stores = Mutex<[String: WeakReference<UserDefaults>]>([:])

  /// Notes that a store is used, and returns whether another store of the suite is in use.
  func hasOther(_ store: UserDefaults, of suite: String) -> Bool {
    let id = ObjectIdentifier(store)
    let known = stores.withLock { $0[suite]?.object.map(ObjectIdentifier.init) }
    if known == nil { insert(store, suite) }
    return known != nil && known != id
  }

  private func insert(_ store: UserDefaults, _ suite: String) {
    // Unchecked, because the store is not used here.
    let reference = UncheckedSendable(WeakReference(store))
    stores.withLock { $0[suite] = reference.value }
  }
}

extension UserDefaults {
  /// The suite's name, which Foundation keeps to itself on this platform.
  fileprivate var suiteName: String? {
    var mirror: Mirror? = Mirror(reflecting: self)
    while let current = mirror {
      if let name = current.descendant("suite") as? String { return name }
      mirror = current.superclassMirror
    }
    return nil
  }
}
