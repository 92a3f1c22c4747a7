import RuntimeInternals

/// Observers of reads of a value.
enum StateObserving {
  case nothing
  /// The replacement of the value.
  case value
  /// The replacement of elements of the value, which is a collection.
  case elements
}

/// The offset of a property in its root. Untyped, because looking up types takes longer than
/// reading the property.
struct StatePropertyPlace {
  let offset: Int
  private let registrar: Int
  private let index: Int

  /// - Parameters:
  ///   - offset: The offset of the property.
  ///   - registrar: The offset of an observed property's registrar.
  ///   - index: The number of an observed property.
  init(offset: Int, registrar: Int?, index: Int) {
    self.offset = offset
    self.registrar = registrar ?? -1
    self.index = index
  }

  /// The address of a root's property.
  @inline(__always)
  func address(in root: UnsafeRawPointer, _ observing: StateObserving) -> UnsafeRawPointer {
    if observing != .nothing, let observers = observers(in: root) {
      if observing == .value {
        observers.access(index)
      } else {
        observers.accessElement(of: index)
      }
    }
    return root + offset
  }

  /// The observers of a root, `nil` if the property is not observed.
  @inline(__always)
  func observers(in root: UnsafeRawPointer) -> ValueObservers? {
    guard registrar >= 0
    else { return nil }
    return (root + registrar).assumingMemoryBound(to: ObservationStateRegistrar.self)
      .pointee.observers
  }
}

/// The places of the properties that stores used last, by their key paths.
///
/// A key path in the source is the same object for each use. A key path created at run time may be
/// used only once, so key paths are inspected on their second use.
@MainActor
enum StatePropertyPlaces {
  private struct KnownPlace {
    var keyPath: AnyKeyPath?
    var place: StatePropertyPlace?
    /// Another key path that has this entry's number and was met once.
    var candidate: ObjectIdentifier?
  }

  @exclusivity(unchecked)
  private static var known = [KnownPlace](repeating: KnownPlace(), count: 256)

  /// The location of a property, `nil` if it is computed or not yet known.
  @inline(__always)
  static func place<Root, Value>(of keyPath: KeyPath<Root, Value>) -> StatePropertyPlace? {
    let id = ObjectIdentifier(keyPath)
    let index = Int((UInt(bitPattern: id) &* 0x9E37_79B9_7F4A_7C15) >> 56)
    if known[index].keyPath === keyPath { return known[index].place }
    return find(keyPath, id, index)
  }

  @inline(never)
  private static func find<Root, Value>(
    _ keyPath: KeyPath<Root, Value>, _ id: ObjectIdentifier, _ index: Int
  ) -> StatePropertyPlace? {
    guard known[index].candidate == id
    else {
      known[index].candidate = id
      return nil
    }
    let place = StateProperty(keyPath).place
    known[index] = KnownPlace(keyPath: keyPath, place: place)
    return place
  }
}
