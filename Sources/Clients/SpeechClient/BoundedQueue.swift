import ConcurrencyExtras

/// A bounded queue with one producer and one consumer. Neither waits after the end.
final class BoundedQueue<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var end: Result<Void, any Error>?
    var elements: [Element] = []
    var sender: CheckedContinuation<Void, Never>?
    var receiver: CheckedContinuation<Void, Never>?
  }

  private let limit = 64
  private let state = LockIsolated(State())

  func send(_ element: Element) async {
    let receiver = state.withLock { state in
      if state.end == nil { state.elements.append(element) }
      return state.receiver.take()
    }
    receiver?.resume()
    await withCheckedContinuation(waitForRoom)
  }

  func finish(_ result: Result<Void, any Error>) {
    let waiters = state.withLock { state in
      state.end = state.end ?? result
      return [state.sender.take(), state.receiver.take()]
    }
    for waiter in waiters { waiter?.resume() }
  }

  func next() async throws -> Element? {
    await withCheckedContinuation(waitForElement)
    if Task.isCancelled { return nil }
    let (element, sender, end) = state.withLock { state in
      let element = state.elements.isEmpty ? nil : state.elements.removeFirst()
      let hasRoom = state.elements.count < limit / 2
      return (element, hasRoom ? state.sender.take() : nil, state.end)
    }
    sender?.resume()
    if element == nil { try end?.get() }
    return element
  }

  private func waitForElement(_ receiver: CheckedContinuation<Void, Never>) {
    let isDue = state.withLock { state in
      guard state.elements.isEmpty, state.end == nil
      else { return true }
      state.receiver = receiver
      return false
    }
    if isDue { receiver.resume() }
  }

  private func waitForRoom(_ sender: CheckedContinuation<Void, Never>) {
    let isDue = state.withLock { state in
      guard state.elements.count >= limit, state.end == nil
      else { return true }
      state.sender = sender
      return false
    }
    if isDue { sender.resume() }
  }
}

/// Returns a stream whose task stays a bounded number of elements ahead and ends with the stream.
package func boundedStream<Element: Sendable>(
  _ work:
    @escaping @Sendable (_ emit: @escaping @Sendable (Element) async -> Void) async throws ->
    Void
) -> AsyncThrowingStream<Element, any Error> {
  let queue = BoundedQueue<Element>()
  let task = Task {
    do {
      try await work { await queue.send($0) }
      queue.finish(.success(()))
    } catch {
      queue.finish(.failure(error))
    }
  }
  let lease = StreamLease {
    task.cancel()
    queue.finish(.success(()))
  }
  return AsyncThrowingStream {
    let element = try await withTaskCancellationHandler {
      try await queue.next()
    } onCancel: {
      lease.end()
    }
    if element == nil { lease.end() }
    return element
  }
}

private final class StreamLease: Sendable {
  let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) {
    self.end = end
  }

  deinit {
    end()
  }
}
