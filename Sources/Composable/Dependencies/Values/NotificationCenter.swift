public import Foundation

extension DependencyValues {
  /// The notification center: the process's default one when live.
  ///
  /// ```swift
  /// @Dependency(\.notificationCenter) var notificationCenter
  /// notificationCenter.post(name: .memoSaved, object: nil)
  /// ```
  ///
  /// Each test has its own center, so that concurrent tests do not receive each other's
  /// notifications.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self] }
    set { self[NotificationCenterKey.self] = newValue }
  }

  private enum NotificationCenterKey: DependencyKey {
    static var liveValue: NotificationCenter { .default }
    static var testValue: NotificationCenter { NotificationCenter() }
  }
}
