import ConcurrencyExtras

/// What shared values held at one moment, of those that a tracker had seen changed by then.
///
/// Taking one copies no collections: copies share their storage with the value until that changes.
package final class SharedSnapshot: @unchecked Sendable {
  // Unchecked for the pictures and marks, which are used under the lock.
  private let lock = Lock()
  private var pictures: [ObjectIdentifier: Picture]
  private var marks: [Place: Mark] = [:]

  struct Picture {
    let core: ReferenceCore
    let value: ValuePicture
    let version: UInt64
  }

  private struct Place: Hashable {
    let core: ObjectIdentifier
    let steps: [PathStep]
  }

  private final class Mark {}

  init(_ pictures: [ObjectIdentifier: Picture]) {
    self.pictures = pictures
  }

  /// A snapshot of the same, for a test to change into what it expects.
  package func copy() -> SharedSnapshot {
    SharedSnapshot(lock.withLock { pictures.mapValues(\.copy) })
  }

  /// What stands for a part of a shared value, for as long as there is the snapshot, however often
  /// the part is derived.
  func mark<Value>(of reference: Reference<Value>) -> ObjectIdentifier {
    let place = Place(core: ObjectIdentifier(reference.core), steps: reference.path.map(\.step))
    return lock.withLock {
      if let mark = marks[place] { return ObjectIdentifier(mark) }
      let mark = Mark()
      marks[place] = mark
      return ObjectIdentifier(mark)
    }
  }

  var all: [Picture] {
    lock.withLock { Array(pictures.values) }
  }

  func picture(of core: ReferenceCore) -> Picture? {
    lock.withLock { pictures[ObjectIdentifier(core)] }
  }

  /// The picture of a value, which is made if there is none.
  func picture(of core: ReferenceCore, orElse make: () -> Picture) -> Picture {
    if let picture = picture(of: core) { return picture }
    let made = make()
    return lock.withLock {
      let picture = pictures[ObjectIdentifier(core)] ?? made
      pictures[ObjectIdentifier(core)] = picture
      return picture
    }
  }
}

extension ReferenceCore {
  /// A picture of the value as it is now.
  func picture() -> SharedSnapshot.Picture {
    whileUnchanged { lockedPicture() }
  }

  /// Runs an operation while no other thread changes the value.
  func whileUnchanged<R>(_ operation: () -> R) -> R {
    let isLocked = lock.lockUnlessHeld()
    defer { if isLocked { lock.unlock() } }
    return operation()
  }

  /// A picture of the value as it is now. The lock is held.
  func lockedPicture() -> SharedSnapshot.Picture {
    SharedSnapshot.Picture(core: self, value: takePicture(), version: version)
  }
}
