import Synchronization

/// The dependencies of the objects that `withDependencies` returned.
final class DependencyObjects: Sendable {
  static let shared = DependencyObjects()

  // The object is only compared, never used.
  private struct Entry: @unchecked Sendable {
    weak var object: AnyObject?
    let values: DependencyValues
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var limit = 64
  }

  private let state = Mutex(State())

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
    state.withLock { state in
      state.entries[id] = entry
      // Objects that are gone are swept out whenever the table has doubled.
      guard state.entries.count > state.limit
      else { return }
      state.entries = state.entries.filter { $0.value.object != nil }
      state.limit = max(64, state.entries.count * 2)
    }
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
