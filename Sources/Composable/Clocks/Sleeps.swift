import Synchronization

/// A task that sleeps on a test clock.
struct Sleep<Instant: InstantProtocol>: Sendable {
  let id: Int
  let deadline: Instant
  let continuation: CheckedContinuation<Void, any Error>
  let wakeUp: WakeUp
}

/// Tells the code that ends a sleep that the sleeping task runs again.
final class WakeUp: Sendable {
  private let flag = Atomic(false)

  var isConfirmed: Bool { flag.load(ordering: .acquiring) }

  func confirm() { flag.store(true, ordering: .releasing) }
}

/// A test clock's time, and the sleeps on it in the order in which they end.
struct Sleeps<Instant: InstantProtocol>: Sendable {
  private(set) var now: Instant
  private var lastID = 0
  private var sleeps: [Sleep<Instant>] = []

  init(now: Instant) {
    self.now = now
  }

  var deadlines: [Instant] { sleeps.map(\.deadline) }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  /// Adds a sleep after all that end no later.
  mutating func insert(_ sleep: Sleep<Instant>) {
    var range = sleeps.startIndex..<sleeps.endIndex
    while !range.isEmpty {
      let middle = range.lowerBound + range.count / 2
      if sleep.deadline < sleeps[middle].deadline {
        range = range.lowerBound..<middle
      } else {
        range = (middle + 1)..<range.upperBound
      }
    }
    sleeps.insert(sleep, at: range.lowerBound)
  }

  mutating func remove(_ id: Int) -> Sleep<Instant>? {
    sleeps.firstIndex { $0.id == id }.map { sleeps.remove(at: $0) }
  }

  /// Goes to the deadline of the next sleep and takes it out, to be ended by the caller.
  ///
  /// - Parameter limit: Where to stop; the clock gets there if no sleep comes before. `nil` for no
  ///   such limit.
  /// - Returns: The sleep, or `nil` if there was none on the way.
  mutating func takeNext(until limit: Instant?) -> Sleep<Instant>? {
    guard let next = sleeps.first, limit.map({ next.deadline <= $0 }) ?? true
    else {
      if let limit { now = max(now, limit) }
      return nil
    }
    sleeps.removeFirst()
    now = max(now, next.deadline)
    return next
  }
}
