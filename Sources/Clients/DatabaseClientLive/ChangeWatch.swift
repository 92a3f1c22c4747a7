import DatabaseClient
import Dispatch
import POSIX
import SQLite
import SharedModels

/// Polls SQLite's data version, which is in shared memory: a poll reads no file.
final class ChangeWatch: Sendable {
  private static let interval = DispatchTimeInterval.milliseconds(250)

  private let queue: DispatchQueue
  private let state = Mutex(State())

  private struct State {
    /// Counts connections, since each has its own version numbers.
    var generation = 0
    var timer: (any DispatchSourceTimer)?
    var seen: (generation: Int, version: Int)?
  }

  init(queue: DispatchQueue) {
    self.queue = queue
  }

  /// Called before a connection's first read, so that no later change is missed.
  func noteOpening(_ version: Int) {
    state.withLock { state in
      state.generation += 1
      if state.seen == nil { state.seen = (state.generation, version) }
    }
  }

  func start(_ library: LibraryDatabase) {
    let poll = { @Sendable [weak self, weak library] in
      if let library { self?.poll(library) }
    }
    state.withLock { state in
      guard state.timer == nil
      else { return }
      let timer = DispatchSource.makeTimerSource(queue: queue)
      queue.async(execute: poll)
      timer.setEventHandler(handler: poll)
      timer.schedule(
        deadline: .now() + Self.interval, repeating: Self.interval, leeway: .milliseconds(50))
      timer.activate()
      state.timer = timer
    }
  }

  func stop() {
    state.withLock { state in
      state.timer?.cancel()
      state.timer = nil
    }
  }

  private func poll(_ library: LibraryDatabase) {
    let isNeeded = state.withLock { state in
      if library.changes.hasListeners { return true }
      state.timer?.cancel()
      state.timer = nil
      return false
    }
    guard isNeeded, let version = try? library.dataVersion()
    else { return }
    let hasChanged = state.withLock { state in
      let current = (state.generation, version)
      defer { state.seen = current }
      return state.seen.map { $0 != current } ?? false
    }
    if hasChanged { library.changes.send(.anything) }
  }
}

extension LibraryDatabase {
  fileprivate func dataVersion() throws -> Int { try read { try $0.connection.dataVersion() } }
}

extension Connection {
  func dataVersion() throws -> Int {
    try first(sql: "PRAGMA data_version") { $0.int("data_version") } ?? 0
  }
}
