import ConcurrencyExtras

/// The dependencies of the objects that `withDependencies` returned.
final class DependencyObjects: Sendable {
  static let shared = DependencyObjects()

  // The object is only compared, never used.
  private struct Entry: @unchecked Sendable {
    weak var object: AnyObject?
    let values: DependencyValues
  }

  private struct Removed: @unchecked Sendable {
    var entries: [Entry] = []
    /// Objects that were alive when they were looked at, and may not be any more.
    var objects: [AnyObject] = []

    mutating func sweep(_ table: inout [ObjectIdentifier: Entry]) {
      for (id, entry) in table {
        if let object = entry.object {
          objects.append(object)
        } else {
          entries.append(entry)
          table[id] = nil
        }
      }
    }
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var limit = 64
  }

  private let state = Protected(State())

  @inline(__always)
  func remember<Result>(_ values: DependencyValues, for result: Result) {
    guard Result.self is AnyObject.Type
    else { return }
    remember(values, for: result as AnyObject)
  }

  @inline(never)
  private func remember(_ values: DependencyValues, for object: AnyObject) {
    let id = ObjectIdentifier(object)
    let entry = Entry(object: object, values: values)
    // What is taken out is let go of after the lock is left: what objects do when they end may lead
    // back here.
    let removed = state.withLock { state in
      var removed = Removed()
      if let previous = state.entries.updateValue(entry, forKey: id) {
        removed.entries.append(previous)
      }
      // Objects that are gone are swept out whenever the table has doubled.
      if state.entries.count > state.limit {
        removed.sweep(&state.entries)
        state.limit = max(64, state.entries.count * 2)
      }
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// The values that an object was created with: those its `@Dependency` properties remember, or
  /// else those of the call of `withDependencies` that returned it.
  func values(of object: AnyObject) -> DependencyValues? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      for child in current.children {
        if let property = child.value as? any RemembersDependencies {
          return property.initialValues
        }
      }
      mirror = current.superclassMirror
    }
    // Another object may have had the same address before.
    let id = ObjectIdentifier(object)
    guard let entry = state.withLock({ $0.entries[id] }), entry.object === object
    else { return nil }
    return entry.values
  }
}
