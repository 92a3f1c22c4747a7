import Glibc
import Synchronization

/// Collects notifications while a store reduces, so that observers see the state of after.
enum ObservationTransaction {
  /// The thread that is reducing, or 0. What follows belongs to that thread.
  private static let owner = Atomic<UInt>(0)
  // No access to these lasts, so that the run time need not check that none overlap.
  @MainActor @exclusivity(unchecked) private static var depth = 0
  @MainActor @exclusivity(unchecked) private static var pending: [ObservationRegistrar] = []

  /// The thread that stores live on, or 0 while none has reduced.
  private static let main = Atomic<UInt>(0)

  private static var thread: UInt { UInt(pthread_self()) }

  /// Whether this thread is reducing.
  static var isReducingHere: Bool { owner.load(ordering: .relaxed) == thread }

  /// Whether this is the thread that stores live on.
  static var isMain: Bool { main.load(ordering: .relaxed) == thread }

  @MainActor
  static func begin() {
    depth += 1
    guard depth == 1
    else { return }
    let thread = thread
    owner.store(thread, ordering: .relaxed)
    main.store(thread, ordering: .relaxed)
  }

  @MainActor
  static func commit() {
    depth -= 1
    guard depth == 0
    else { return }
    owner.store(0, ordering: .relaxed)
    guard !pending.isEmpty
    else { return }
    let registrars = pending
    pending = []
    for registrar in registrars { registrar.deliver() }
  }

  /// Runs observers: at once, or, where this thread is reducing, when that is done.
  ///
  /// - Parameters:
  ///   - registrar: The observers.
  ///   - isOfMain: Whether they observe on the thread that stores live on, and are to hear of it
  ///     there: the last copy of a state may go in an effect.
  static func notify(_ registrar: ObservationRegistrar, isOfMain: Bool) {
    if isReducingHere {
      MainActor.assumeIsolated { pending.append(registrar) }
    } else if isOfMain, !isMain {
      Task { @MainActor in registrar.deliver() }
    } else {
      registrar.deliver()
    }
  }
}
