import ConcurrencyExtras
public import DatabaseClient
import Dependencies
import MiddlewareHelpers

/// Tells many transcribers when there may be something for them, by one look at the queue for all.
///
/// What they are told says nothing but that. A stream ends after a while, and who listens asks again:
/// so that who may do so no longer is told no more.
public final class QueueNews: Sendable {
  private struct State {
    var isFinished = false
    var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var nextListener = 0
    var work: Task<Void, Never>?
  }

  private let queue: JobQueueClient
  private let state = Protected(State())

  /// How long a stream goes on.
  static let length: Duration = .seconds(60)

  private static let event = ServerSentEvent("{}", name: "jobs").bytes

  public init(of queue: JobQueueClient) {
    self.queue = queue
  }

  deinit {
    state.withLock { $0.work?.cancel() }
  }

  /// News from now on, as bytes to be sent. The first comes at once: what came before this was called
  /// is not told otherwise.
  public func stream() -> AsyncStream<[UInt8]> {
    @Dependency(\.continuousClock) var clock
    // Many of them are one reason to look.
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
          for await _ in queue.news() { self?.tell() }
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
      self?.forget(number)
    }
    return stream
  }

  /// Ends all streams, and those that begin later at once.
  public func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  private func tell() {
    for listener in state.withLock({ Array($0.listeners.values) }) { listener.yield(Self.event) }
  }

  /// With the last who listens, nobody looks any more.
  private func forget(_ number: Int) {
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
