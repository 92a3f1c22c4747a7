import Glibc
import Synchronization

/// Collects notifications while a store reduces, so that observers see the state of after.
enum ObservationTransaction {
  /// The thread that is reducing, or 0. What follows belongs to that thread.
  private static let owner = Atomic<UInt>(0)
  nonisolated(unsafe) private static var depth = 0
  nonisolated(unsafe) private static var pending: [ObservationRegistrar] = []

  private static var thread: UInt { UInt(pthread_self()) }

  @MainActor
  static func begin() {
    depth += 1
    if depth == 1 { owner.store(thread, ordering: .relaxed) }
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
  static func notify(_ registrar: ObservationRegistrar) {
    guard owner.load(ordering: .relaxed) == thread
    else { return registrar.deliver() }
    pending.append(registrar)
  }
}
