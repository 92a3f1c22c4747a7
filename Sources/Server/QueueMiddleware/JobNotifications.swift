public import DatabaseClient
import Dependencies
import MiddlewareHelpers
import POSIX

/// Notifies transcribers of jobs until ``length``: a revoked token can't open the next stream.
public final class JobNotifications: Sendable {
  private struct State {
    var isFinished = false
    var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var nextListener = 0
    var work: Task<Void, Never>?
  }

  private let queue: JobQueueClient
  private let state = Mutex(State())

  static let length: Duration = .seconds(60)

  private static let event = ServerSentEvent("{}", name: "jobs").bytes

  public init(of queue: JobQueueClient) {
    self.queue = queue
  }

  deinit {
    state.withLock { $0.work?.cancel() }
  }

  /// Events as bytes to send. The first comes at once, because earlier changes aren't reported.
  public func stream() -> AsyncStream<[UInt8]> {
    @Dependency(\.continuousClock) var clock
    let (stream, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingNewest(1))
    let number = state.withLock { state -> Int? in
      guard !state.isFinished
      else { return nil }
      defer { state.nextListener += 1 }
      state.listeners[state.nextListener] = continuation
      state.work =
        state.work
        ?? Task { [weak self, queue] in
          for await _ in queue.news() { self?.notify() }
        }
      return state.nextListener
    }
    continuation.yield(Self.event)
    guard let number
    else {
      continuation.finish()
      return stream
    }
    let end = Task { [clock] in
      try? await clock.sleep(for: Self.length)
      continuation.finish()
    }
    continuation.onTermination = { [weak self] _ in
      end.cancel()
      self?.removeListener(number)
    }
    return stream
  }

  public func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  private func notify() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(Self.event) }
  }

  private func removeListener(_ number: Int) {
    let work = state.withLock { state -> Task<Void, Never>? in
      state.listeners[number] = nil
      guard state.listeners.isEmpty
      else { return nil }
      defer { state.work = nil }
      return state.work
    }
    work?.cancel()
  }
}
