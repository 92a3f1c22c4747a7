import ConcurrencyExtras

/// A bounded queue with one producer and one consumer. Neither waits after the end.
final class Handover<Element: Sendable>: Sendable {
  private struct State: Sendable {
    var end: Result<Void, any Error>?
    var elements: [Element] = []
    var giver: CheckedContinuation<Void, Never>?
    var taker: CheckedContinuation<Void, Never>?
  }

  private let limit: Int
  private let state = LockIsolated(State())

  init(limit: Int = 64) {
    self.limit = limit
  }

  func give(_ element: Element) async {
    let taker = state.withLock { state in
      if state.end == nil { state.elements.append(element) }
      return state.taker.take()
    }
    taker?.resume()
    await withCheckedContinuation(waitForRoom)
  }

  func finish(_ result: Result<Void, any Error>) {
    let waiters = state.withLock { state in
      state.end = state.end ?? result
      return [state.giver.take(), state.taker.take()]
    }
    for waiter in waiters { waiter?.resume() }
  }

  func next() async throws -> Element? {
    await withCheckedContinuation(waitForElement)
    if Task.isCancelled { return nil }
    let (element, giver, end) = state.withLock { state in
      let element = state.elements.isEmpty ? nil : state.elements.removeFirst()
      let hasRoom = state.elements.count < limit / 2
      return (element, hasRoom ? state.giver.take() : nil, state.end)
    }
    giver?.resume()
    if element == nil { try end?.get() }
    return element
  }

  private func waitForElement(_ taker: CheckedContinuation<Void, Never>) {
    let isDue = state.withLock { state in
      guard state.elements.isEmpty, state.end == nil
      else { return true }
      state.taker = taker
      return false
    }
    if isDue { taker.resume() }
  }

  private func waitForRoom(_ giver: CheckedContinuation<Void, Never>) {
    let isDue = state.withLock { state in
      guard state.elements.count >= limit, state.end == nil
      else { return true }
      state.giver = giver
      return false
    }
    if isDue { giver.resume() }
  }
}

/// Returns a stream whose task stays a bounded number of elements ahead and ends with the stream.
package func boundedStream<Element: Sendable>(
  _ work:
    @escaping @Sendable (_ give: @escaping @Sendable (Element) async -> Void) async throws ->
    Void
) -> AsyncThrowingStream<Element, any Error> {
  let handover = Handover<Element>()
  let task = Task {
    do {
      try await work { await handover.give($0) }
      handover.finish(.success(()))
    } catch {
      handover.finish(.failure(error))
    }
  }
  let lease = StreamLease {
    task.cancel()
    handover.finish(.success(()))
  }
  return AsyncThrowingStream {
    let element = try await withTaskCancellationHandler {
      try await handover.next()
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
