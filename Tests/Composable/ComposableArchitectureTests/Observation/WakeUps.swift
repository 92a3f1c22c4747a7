import ComposableArchitecture

/// Counts the notifications about values that were read.
@MainActor
final class WakeUps {
  private(set) var count = 0

  init(_ read: @escaping @MainActor () -> Void) {
    observe(read)
  }

  private func observe(_ read: @escaping @MainActor () -> Void) {
    withObservationTracking {
      read()
    } onChange: { [weak self] in
      MainActor.assumeIsolated {
        self?.count += 1
        self?.observe(read)
      }
    }
  }
}
