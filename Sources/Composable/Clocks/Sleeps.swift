import Synchronization

/// A task that sleeps on a test clock, or an action that is scheduled on it.
struct Sleep<Instant: InstantProtocol>: Sendable {
  enum Work: Sendable {
    case action(@Sendable () -> Void)
    case task(CheckedContinuation<Void, any Error>)
  }

  let id: Int
  let deadline: Instant
  let work: Work
  let wakeUp: WakeUp

  func end() {
    switch work {
    case .action(let action): action()
    case .task(let continuation): continuation.resume()
    }
  }

  func cancel() {
    if case .task(let continuation) = work { continuation.resume(throwing: CancellationError()) }
  }
}

/// Signals the code that ended a sleep that the sleeping task runs again.
final class WakeUp: Sendable {
  private let flag = Atomic(false)

  var isConfirmed: Bool { flag.load(ordering: .acquiring) }

  func confirm() { flag.store(true, ordering: .releasing) }
}

/// A test clock's time, and the sleeps on it in the order in which they end: by their deadlines,
/// and, within one, as they began.
struct Sleeps<Instant: InstantProtocol>: Sendable {
  private(set) var now: Instant
  private var lastID = 0
  private var sleeps: [Int: Sleep<Instant>] = [:]

  /// A binary heap by deadline. Removed sleeps stay in it, and are skipped when they are popped.
  private var order: [(deadline: Instant, id: Int)] = []

  init(now: Instant) {
    self.now = now
  }

  var count: Int { sleeps.count }

  var deadlines: [Instant] { sleeps.values.map(\.deadline).sorted() }

  mutating func makeID() -> Int {
    lastID += 1
    return lastID
  }

  mutating func insert(_ sleep: Sleep<Instant>) {
    sleeps[sleep.id] = sleep
    order.append((sleep.deadline, sleep.id))
    var index = order.count - 1
    while index > 0, isEarlier(index, than: (index - 1) / 2) {
      order.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  mutating func remove(_ id: Int) -> Sleep<Instant>? {
    let sleep = sleeps.removeValue(forKey: id)
    // A task that starts a timer and cancels it, again and again, is not to fill the memory.
    if order.count > 2 * sleeps.count + 64 {
      order = sleeps.values.map { ($0.deadline, $0.id) }.sorted { $0 < $1 }
    }
    return sleep
  }

  /// Moves to the deadline of the next sleep and removes it. The caller ends it.
  ///
  /// - Parameter limit: The instant to stop at, which the clock reaches if no sleep ends before;
  ///   `nil` for none.
  /// - Returns: The sleep, or `nil` if there was none on the way.
  mutating func takeNext(until limit: Instant?) -> Sleep<Instant>? {
    while let first = order.first {
      guard sleeps[first.id] == nil || limit.map({ first.deadline <= $0 }) ?? true
      else { break }
      removeFirst()
      if let sleep = sleeps.removeValue(forKey: first.id) {
        now = max(now, sleep.deadline)
        return sleep
      }
    }
    if let limit { now = max(now, limit) }
    return nil
  }

  private mutating func removeFirst() {
    order.swapAt(0, order.count - 1)
    order.removeLast()
    var index = 0
    while true {
      var earliest = index
      for next in [2 * index + 1, 2 * index + 2]
      where next < order.count && isEarlier(next, than: earliest) {
        earliest = next
      }
      guard earliest != index
      else { return }
      order.swapAt(index, earliest)
      index = earliest
    }
  }

  private func isEarlier(_ lhs: Int, than rhs: Int) -> Bool { order[lhs] < order[rhs] }
}
