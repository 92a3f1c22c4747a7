import ConcurrencyExtras
import Glibc
import IssueReporting
import Observation
import POSIX
import RuntimeInternals
import struct Synchronization.Atomic

/// The common state of all references to parts of one shared value.
///
/// The value is only used within ``access(_:)``. Observers are notified, and keys called,
/// afterwards.
class ReferenceCore: Observable, @unchecked Sendable {
  // Unchecked for state used only within an access, as noted beside it.
  private let accessMutex = Mutex(())
  /// The value that the caller was accessing when it began to access this one. Within an access.
  private unowned(unsafe) var outerAccess: ReferenceCore?
  /// The value that the running code has begun to access last.
  private static let innermostAccess = ThreadLocal<ReferenceCore>()
  private let madeObservers = Mutex<ObservationTree?>(nil)
  /// The location of the value's first declaration.
  final let site: SourceSite
  /// The part that is being changed; its changer keeps it alive. To be used within an access.
  final unowned(unsafe) var modifiedPart: AnyReference?
  private let versions = Atomic<UInt64>(0)
  private let currentStatus = Mutex(SharedStatus())
  private let lastTracker = Mutex<WeakReference<SharedChangeTracker>?>(nil)

  init(site: SourceSite) {
    self.site = site
  }

  var valueType: any Any.Type { preconditionFailure("Subclasses override this.") }
  var saver: (any ReferenceSaver)? { preconditionFailure("Subclasses override this.") }
  /// The value. To be used within an access.
  var rawValue: UnsafeRawPointer { preconditionFailure("Subclasses override this.") }
  /// Copies the value, within an access.
  func copyValue() -> ValueCopy { preconditionFailure("Subclasses override this.") }

  func load() async throws { preconditionFailure("Subclasses override this.") }
  func save() async throws { preconditionFailure("Subclasses override this.") }

  /// Waits until no other thread accesses the value, and runs an operation that does.
  ///
  /// - Returns: The operation's result; `nil`, without running it, if the caller is already within
  ///   an access of the same value, such as in the closure that changes it.
  final func access<R, Failure: Error>(
    _ operation: () throws(Failure) -> R
  ) throws(Failure) -> R? {
    guard !isWithinAccess
    else { return nil }
    var result: R?
    try accessMutex.withLock { _ throws(Failure) in result = try enter(operation) }
    return result
  }

  /// Runs an operation as above if that is possible within a time, for code that must not wait
  /// forever. It looks every millisecond.
  final func access<R>(withinSeconds seconds: Int, _ operation: () -> R) -> R? {
    guard !isWithinAccess
    else { return nil }
    var result: R?
    for _ in 0..<seconds * 1_000 {
      accessMutex.withLockIfAvailable { _ in result = enter(operation) }
      if result != nil { break }
      usleep(1_000)
    }
    return result
  }

  private func enter<R, Failure: Error>(
    _ operation: () throws(Failure) -> R
  ) throws(Failure) -> R {
    outerAccess = Self.innermostAccess.value
    defer { outerAccess = nil }
    return try Self.innermostAccess.withValue(self, operation)
  }

  private var isWithinAccess: Bool {
    var access = Self.innermostAccess.value
    // The running code is within each of these accesses, so it holds the locks of their links.
    while let core = access, core !== self { access = core.outerAccess }
    return access != nil
  }

  /// The observers. Most values never have one.
  final var observers: ObservationTree {
    madeObservers.withLock { made in
      let observers = made ?? ObservationTree()
      made = observers
      return observers
    }
  }

  final var observersIfAny: ObservationTree? {
    guard let observers = madeObservers.withLock({ $0 }), !observers.isEmpty
    else { return nil }
    return observers
  }

  /// Notes that a part is read, if reads are being tracked.
  final func noteRead(_ path: () -> [any ErasedProjection]) {
    guard ObservationTracking.isActive
    else { return }
    observers.noteRead(self, path())
  }

  /// Counts the changes of the value.
  final var version: UInt64 { versions.load(ordering: .acquiring) }

  /// Counts a change, within an access.
  final func noteVersion() {
    versions.store(versions.load(ordering: .relaxed) &+ 1, ordering: .releasing)
  }

  final var status: SharedStatus {
    currentStatus.withLock { $0 }
  }

  /// The tracker that has seen the value changed last.
  final var tracker: SharedChangeTracker? {
    get { lastTracker.withLock { $0?.object } }
    set { lastTracker.withLock { $0 = newValue.map { WeakReference($0) } } }
  }

  /// Changes the status, and notifies observers of the changed part.
  final func updateStatus(_ part: SharedStatus.Part, _ update: (inout SharedStatus) -> Void) {
    // The replaced value is released after the lock.
    let (old, new) = currentStatus.withLock { status in
      let old = status
      update(&status)
      return (old, status)
    }
    guard let observers = observersIfAny, new.mayDiffer(from: old, in: part)
    else { return }
    observers.tell(core: self, observers.tokens(at: [PathStep(status: part)]))
  }
}

extension ReferenceCore {
  func setLoadError(_ error: (any Error)?) {
    updateStatus(.loadError) { $0.loadError = error }
  }

  func setSaveError(_ error: (any Error)?) {
    updateStatus(.saveError) { $0.saveError = error }
  }

  private var name: String { "'Shared<\(valueType)>' declared at \(site.fileID):\(site.line)" }

  func reportReentrantChange(_ caller: SourceSite) {
    caller.report(
      """
      'withLock' of \(name) was called inside itself. The inner call changed a copy of the value \
      that the shared state began with, and the change is lost. Make both changes in one closure, \
      through its argument.
      """)
  }

  func reportReadOfModifiedPart() {
    site.report(
      """
      \(name) was read inside 'withLock' of an element, or of a computed property, that the read \
      leads through. Such a part is not in its place while it is changed, and the read saw the value \
      that the shared state began with. Use the closure's argument, or read before the change.
      """)
  }

  func reportReentrantLoad() {
    site.report(
      """
      A key delivered a value for \(name) while 'withLock' was changing it on the same thread. The \
      delivered value is dropped. Do not make the key's source change inside 'withLock'.
      """)
  }
}

/// Stores a changed shared value.
protocol ReferenceSaver: AnyObject, Sendable {
  /// Notes that the value has changed. Called within an access of the value.
  ///
  /// - Returns: The argument for ``saveChanges(_:)`` after the access; `nil` if another thread is
  ///   saving and will save this change, too.
  func noteChange() -> SaveTurn?

  /// Stores the value until no change is left.
  func saveChanges(_ turn: SaveTurn)
}
