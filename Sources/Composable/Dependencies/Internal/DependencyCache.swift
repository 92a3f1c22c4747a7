import POSIX
import struct Synchronization.Atomic

/// The values of dependencies that nothing overrides: each computed once and then kept.
///
/// There is one cache for the process and one for each test. Reading takes no lock, because every
/// read of a dependency outside an override comes through here.
final class DependencyCache: Sendable {
  /// The cache of everything that does not run in a test.
  static let ofProcess = DependencyCache()

  /// Overrides that hold wherever this cache is used: those of a test's traits. Values are computed
  /// with these in force and no others, because a value outlives the scope that first asks for it.
  var base: Overrides {
    get { baseOverrides.withLock { $0 } }
    set { baseOverrides.withLock { $0 = newValue } }
  }

  private let baseOverrides: Mutex<Overrides>

  private let table: Atomic<Unmanaged<BoxTable>>
  private let tables: Mutex<[BoxTable]>
  private let preparations = Mutex<[UInt: UInt64]>([:])
  private let touchedValues = Mutex<[UInt: TouchedValue]>([:])
  private let preparedContextTag = Atomic<UInt>(.max)

  init(base: Overrides = Overrides()) {
    let table = BoxTable(capacity: 16)
    baseOverrides = Mutex(base)
    self.table = Atomic(.passUnretained(table))
    self.tables = Mutex([table])
  }

  @inline(__always)
  subscript(id: UInt) -> AnyDependencyBox? {
    table.load(ordering: .acquiring)._withUnsafeGuaranteedRef { $0[id] }
  }

  func set(_ box: AnyDependencyBox, for id: UInt) {
    tables.withLock { tables in
      while let table = tables.last, !table.set(box, for: id) {
        let grown = table.grown()
        tables.append(grown)
        self.table.store(.passUnretained(grown), ordering: .releasing)
      }
    }
  }

  /// Sets a value ahead of its first use, in the call of `prepareDependencies` with a number.
  /// Returns `false`, having done nothing, when the value is in use already or was prepared by an
  /// earlier call.
  func prepare(_ box: AnyDependencyBox, for id: UInt, by preparation: UInt64) -> Bool {
    let isSet = preparations.withLock { preparations in
      if self[id] != nil, preparations[id] != preparation { return false }
      preparations[id] = preparation
      set(box, for: id)
      return true
    }
    // The value goes after the lock is left: what it does when it ends may read dependencies.
    if isSet { _ = takeTouched(id) }
    return isSet
  }

  /// The context that `prepareDependencies` has set, if it has.
  @inline(__always)
  var preparedContext: DependencyContext? {
    DependencyContext(tag: preparedContextTag.load(ordering: .relaxed))
  }

  /// Sets the context ahead of its first use, in the call of `prepareDependencies` with a number,
  /// and takes along the values that the same call has prepared for another context. Returns
  /// `false`, having done nothing, when it was prepared by an earlier call.
  func prepare(_ context: DependencyContext, by preparation: UInt64) -> Bool {
    preparations.withLock { preparations in
      if preparedContext != nil, preparations[Self.contextID] != preparation { return false }
      for (id, other) in preparations where other == preparation && id != Self.contextID {
        let newID = id & ~3 | context.tag
        guard self[newID] == nil, let box = self[id]
        else { continue }
        preparations[newID] = preparation
        set(box, for: newID)
      }
      preparations[Self.contextID] = preparation
      preparedContextTag.store(context.tag, ordering: .relaxed)
      return true
    }
  }

  /// No key's.
  private static let contextID = UInt.max

  /// A value that was made to be changed, and was not read yet.
  func touched(_ id: UInt) -> TouchedValue? {
    touchedValues.withLock { $0[id] }
  }

  /// Keeps a value that was made to be changed until it is read.
  func touch(_ value: TouchedValue, for id: UInt) {
    touchedValues.withLock { $0[id] = value }
  }

  /// Takes out a value that was made to be changed, for its first reader.
  func takeTouched(_ id: UInt) -> TouchedValue? {
    touchedValues.withLock { $0.removeValue(forKey: id) }
  }
}
