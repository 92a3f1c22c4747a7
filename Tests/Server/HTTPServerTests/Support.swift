/// Opens once.
final class Gate: Sendable {
  private let stream = AsyncStream<Void>.makeStream()

  func open() { stream.continuation.finish() }

  func wait() async { for await _ in stream.stream {} }
}

/// Reports the release of an object.
final class Guardian: Sendable {
  private let whenGone: @Sendable () -> Void

  init(whenGone: @escaping @Sendable () -> Void) {
    self.whenGone = whenGone
  }

  deinit { whenGone() }
}
