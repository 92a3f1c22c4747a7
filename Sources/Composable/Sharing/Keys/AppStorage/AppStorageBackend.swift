import Foundation

/// The store in which ``AppStorageKey`` reads and writes values.
protocol AppStorageBackend: AnyObject, Sendable {
  /// A value, and the error if it is missing.
  func value(for name: String) -> (value: StoredValue?, error: (any Error)?)

  /// Changes a value.
  ///
  /// - Returns: The observers to notify, except the source; `nil` if nothing changes.
  func put(_ value: StoredValue?, for name: String, source: UInt64?) -> [@Sendable () -> Void]?

  /// Sets the value read while none is stored.
  ///
  /// - Returns: The observers to notify.
  func setDefault(_ value: StoredValue, for name: String) -> [@Sendable () -> Void]

  /// Calls a function after each change of a value.
  func observe(_ name: String, _ observer: @escaping @Sendable () -> Void) -> UInt64
  func remove(_ observer: UInt64, of name: String)

  /// Writes the changes, soon or now.
  func write(now: Bool, completion: @escaping SaveSchedule.Completion)
  /// Reads changes by others.
  func reload(completion: @escaping SaveSchedule.Completion)
}

extension SuiteStore: AppStorageBackend {
  func write(now: Bool, completion: @escaping SaveSchedule.Completion) {
    if now {
      request(.save, completion: completion)
    } else {
      valueDidChange(completion: completion)
    }
  }

  func reload(completion: @escaping SaveSchedule.Completion) {
    request(.read, completion: completion)
  }
}

/// A Foundation store.
///
/// Foundation decides when it is written, and does not report changes made elsewhere.
final class FoundationDefaults: AppStorageBackend, @unchecked Sendable {
  // Unchecked for Foundation's class, which has its own lock.
  private let defaults: UserDefaults

  init(_ defaults: UserDefaults) {
    self.defaults = defaults
  }

  func value(for name: String) -> (value: StoredValue?, error: (any Error)?) {
    (defaults.object(forKey: name).flatMap(StoredValue.init), nil)
  }

  func put(_ value: StoredValue?, for name: String, source: UInt64?) -> [@Sendable () -> Void]? {
    guard self.value(for: name).value != value
    else { return nil }
    defaults.set(value?.foundation, forKey: name)
    return []
  }

  /// Stores it: Foundation shares registered defaults among all stores.
  func setDefault(_ value: StoredValue, for name: String) -> [@Sendable () -> Void] {
    put(value, for: name, source: nil) ?? []
  }

  func observe(_ name: String, _ observer: @escaping @Sendable () -> Void) -> UInt64 { 0 }
  func remove(_ observer: UInt64, of name: String) {}

  func write(now: Bool, completion: @escaping SaveSchedule.Completion) {
    if now { defaults.synchronize() }
    completion(FileOutcome())
  }

  func reload(completion: @escaping SaveSchedule.Completion) { completion(FileOutcome()) }
}
