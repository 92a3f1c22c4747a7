import ComposableArchitecture
import Foundation
import Testing

private struct NotificationKey<Value: Sendable>: SharedReaderKey {
  let name: Notification.Name
  let transform: @Sendable (Notification) -> Value

  init(
    initialValue: Value, name: Notification.Name,
    transform: @escaping @Sendable (inout Value, Notification) -> Void
  ) {
    self.name = name
    let value = LockIsolated(initialValue)
    self.transform = { notification in
      nonisolated(unsafe) let notification = notification
      return value.withValue {
        transform(&$0, notification)
        return $0
      }
    }
  }

  var id: some Hashable { name }

  func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    continuation.resumeReturningInitialValue()
  }

  func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    nonisolated(unsafe) let token = NotificationCenter.default.addObserver(
      forName: name, object: nil, queue: nil
    ) { notification in
      subscriber.yield(transform(notification))
    }
    return SharedSubscription {
      NotificationCenter.default.removeObserver(token)
    }
  }
}

extension SharedReaderKey where Self == NotificationKey<Int> {
  fileprivate static func count(_ name: Notification.Name) -> Self {
    Self(initialValue: 0, name: name) { value, _ in value += 1 }
  }
}

struct NotificationKeyTests {
  @Test("CS-11 CUS-01 CUS-05 CUS-06 A custom key counts notifications by name")
  func counts() {
    let screenshot = Notification.Name("screenshot")
    let resigned = Notification.Name("resigned")
    @SharedReader(.count(screenshot)) var screenshots = 0
    @SharedReader(.count(resigned)) var resignations = 0

    NotificationCenter.default.post(name: screenshot, object: nil)
    NotificationCenter.default.post(name: screenshot, object: nil)
    NotificationCenter.default.post(name: resigned, object: nil)

    #expect(screenshots == 2)
    #expect(resignations == 1)
  }
}
