import ConcurrencyExtras
import FileStorage
import Foundation
import POSIX

/// The stores in use, one for each file.
final class SuiteTable: Sendable {
  static let shared = SuiteTable()

  private struct StoreID: Hashable {
    let storage: FileStorage
    let path: String
  }

  private let stores = Mutex<[StoreID: WeakReference<SuiteStore>]>([:])

  func store(of url: URL, in storage: FileStorage) -> SuiteStore {
    let new = SuiteStore(file: (storage, url))
    let id = StoreID(storage: storage, path: storage.identity(of: url))
    return stores.withLock { stores in
      stores = stores.filter { $0.value.object != nil }
      // A store whose file is behind a link may now belong to another path.
      if let known = stores[id]?.object, known.path == id.path { return known }
      stores[id] = WeakReference(new)
      return new
    }
  }
}
