import ComposableArchitecture

/// Whether a value read in a closure has changed since.
final class WakeUp {
  private let flag = LockIsolated(false)

  init<Value>(_ read: () -> Value) {
    withObservationTracking {
      _ = read()
    } onChange: { [flag] in
      flag.setValue(true)
    }
  }

  var hasHappened: Bool { flag.value }
}
