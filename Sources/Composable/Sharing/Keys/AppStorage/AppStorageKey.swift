import Dependencies
import Foundation
import IssueReporting

/// A key whose value is kept in a store of small values. Make one with
/// ``SharedReaderKey/appStorage(_:store:)-(String,_)``.
public struct AppStorageKey<Value: Sendable>: SharedKey {
  private let link: AppStorageLink<Value>
  private let storeID: ObjectIdentifier

  init(_ name: String, _ store: UserDefaults?, _ coding: AppStorageCoding<Value>) {
    let store = store ?? Dependency(\.defaultAppStorage).wrappedValue
    Self.checkFormat(of: name)
    if let store = store as? FileUserDefaults {
      link = AppStorageLink(name, store: store.store, coding: coding)
      storeID = ObjectIdentifier(store.store)
    } else {
      Self.checkSuite(of: store)
      link = AppStorageLink(name, store: FoundationDefaults(store), coding: coding)
      storeID = ObjectIdentifier(store)
    }
  }

  /// The name and the store.
  public var id: AppStorageKeyID { AppStorageKeyID(name: link.name, store: storeID) }

  /// Reads the value that the store has under the name.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    if case .initialValue(let value) = context {
      return continuation.resume(with: Result { try link.load(initialValue: value) })
    }
    // Changes by others arrive without a load.
    link.store.reload { outcome in
      switch outcome.loaded {
      case .success: link.finish(continuation)
      case .failure(let error): continuation.resume(throwing: error)
      }
    }
  }

  /// Reports changes of the value, including those of other processes.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    let observer = link.subscribe(initialValue: context.initialValue, subscriber)
    return SharedSubscription { [link] in link.store.remove(observer, of: link.name) }
  }

  /// Stores a value, which is written soon, or at once if a caller waits for it.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    do {
      try link.save(value)
      link.store.write(now: context == .userInitiated) { continuation.resume(with: $0.saved) }
    } catch {
      continuation.resume(throwing: error)
    }
  }
}

extension AppStorageKey: CustomStringConvertible {
  /// The key as in source code: `.appStorage("name")`.
  public var description: String { ".appStorage(\(String(reflecting: link.name)))" }
}

/// Identifies a value by name and store.
public struct AppStorageKeyID: Hashable, Sendable {
  let name: String
  let store: ObjectIdentifier
}
