import ConcurrencyExtras
import POSIX

/// The dependencies of the objects that `withDependencies` returned.
final class DependencyObjects: Sendable {
  static let shared = DependencyObjects()

  private struct State {
    // Unchecked, because the objects are only compared, never used.
    var objects: [ObjectIdentifier: UncheckedSendable<WeakReference<AnyObject>>] = [:]
    var values: [ObjectIdentifier: DependencyValues] = [:]
    var limit = 64

    /// Removes the values of released objects.
    mutating func sweep(into removed: inout Removed) {
      for (id, reference) in objects {
        if let object = reference.value.object {
          removed.objects.append(UncheckedSendable(object))
        } else {
          objects[id] = nil
          removed.values.append(values.removeValue(forKey: id))
        }
      }
    }
  }

  /// Released after the lock: the objects' deinitializers may call back.
  private struct Removed: Sendable {
    var values: [DependencyValues?] = []
    // Objects that were alive when inspected, and may not be now. Unchecked, because they are only
    // released.
    var objects: [UncheckedSendable<AnyObject>] = []
  }

  private let state = Mutex(State())

  @inline(__always)
  func remember<Result>(_ values: DependencyValues, for result: Result) {
    // To look at the size first costs nothing, to look at the type costs more than a lock.
    guard MemoryLayout<Result>.size == MemoryLayout<AnyObject>.size, Result.self is AnyObject.Type
    else { return }
    remember(values, for: result as AnyObject)
  }

  @inline(never)
  private func remember(_ values: DependencyValues, for object: AnyObject) {
    let id = ObjectIdentifier(object)
    let reference = UncheckedSendable(WeakReference(object))
    let removed = state.withLock { state in
      var removed = Removed()
      state.objects[id] = reference
      removed.values.append(state.values.updateValue(values, forKey: id))
      // Released objects are removed whenever the table has doubled.
      if state.objects.count > state.limit {
        state.sweep(into: &removed)
        state.limit = max(64, state.objects.count * 2)
      }
      return removed
    }
    withExtendedLifetime(removed) {}
  }

  /// The values that an object was created with: those of its `@Dependency` properties, or those of
  /// the `withDependencies` call that returned it.
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
    let id = ObjectIdentifier(object)
    return state.withLock { state in
      // An earlier object may have had the same address.
      guard state.objects[id]?.value.object === object
      else { return nil }
      return state.values[id]
    }
  }
}
