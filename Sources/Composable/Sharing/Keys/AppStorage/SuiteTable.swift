import ConcurrencyExtras
import FileStorage
import Foundation

/// One store for each file, for as long as somebody uses it.
final class SuiteTable: Sendable {
  static let shared = SuiteTable()

  private struct Key: Hashable {
    let storage: FileStorage
    let path: String
  }

  /// A class, because a dictionary of structures with a weak property is miscompiled without
  /// optimisation.
  private final class Weak: @unchecked Sendable {
    // Unchecked for the reference, which is set once, and by the system.
    weak var store: SuiteStore?
    init(_ store: SuiteStore) { self.store = store }
  }

  private let stores = Protected<[Key: Weak]>([:])

  func store(of url: URL, in storage: FileStorage) -> SuiteStore {
    let new = SuiteStore(file: (storage, url))
    let key = Key(storage: storage, path: storage.identity(of: url))
    return stores.withLock { stores in
      stores = stores.filter { $0.value.store != nil }
      // A store whose file is reached through a link may have come to belong to another path.
      if let known = stores[key]?.store, known.path == key.path { return known }
      stores[key] = Weak(new)
      return new
    }
  }
}
