func stream<Element: Sendable>(
  _ work:
    @escaping @Sendable (AsyncThrowingStream<Element, any Error>.Continuation) async throws -> Void
) -> AsyncThrowingStream<Element, any Error> {
  AsyncThrowingStream { continuation in
    let task = Task {
      do {
        try await work(continuation)
        continuation.finish()
      } catch {
        continuation.finish(throwing: error)
      }
    }
    continuation.onTermination = { _ in task.cancel() }
  }
}
