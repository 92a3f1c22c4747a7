public import Foundation

extension DependencyValues {
  /// The notification center: the process's default one when live.
  ///
  /// ```swift
  /// @Dependency(\.notificationCenter) var notificationCenter
  /// notificationCenter.post(name: .memoSaved, object: nil)
  /// ```
  ///
  /// Each test has a center of its own, so that tests that run at the same time do not hear one
  /// another.
  public var notificationCenter: NotificationCenter {
    get { self[NotificationCenterKey.self] }
    set { self[NotificationCenterKey.self] = newValue }
  }

  private enum NotificationCenterKey: DependencyKey {
    static var liveValue: NotificationCenter { .default }
    static var testValue: NotificationCenter { NotificationCenter() }
  }
}
