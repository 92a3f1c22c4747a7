import Glibc

/// Collects notifications while a store reduces, so that observers see the state of after.
final class ObservationTransaction {
  private struct Notification {
    let extent: ObservationExtent
    let index: Int
  }

  nonisolated(unsafe) private static var current: ObservationTransaction?
  nonisolated(unsafe) private static var owner: pthread_t?

  private let parent: ObservationTransaction?
  private var notifications: [Notification] = []

  private init(parent: ObservationTransaction?) {
    self.parent = parent
  }

  @MainActor
  static func begin() -> ObservationTransaction {
    let transaction = ObservationTransaction(parent: current)
    owner = pthread_self()
    current = transaction
    return transaction
  }

  /// Takes a notification for later, if this thread is reducing.
  static func collect(_ extent: ObservationExtent, _ index: Int) -> Bool {
    guard let owner, pthread_equal(owner, pthread_self()) != 0, let current
    else { return false }
    current.notifications.append(Notification(extent: extent, index: index))
    return true
  }

  @MainActor
  func commit() {
    Self.current = parent
    for notification in notifications { notification.extent.deliver(notification.index) }
  }
}
