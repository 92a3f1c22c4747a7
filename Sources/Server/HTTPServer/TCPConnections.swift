import POSIX

final class TCPConnections: Sendable {
  private struct Entry {
    let connection: TCPConnection
    var isBusy = false
    var lastUse: Int
  }

  private struct State {
    var entries: [ObjectIdentifier: Entry] = [:]
    var useCount = 0

    mutating func nextUse() -> Int {
      useCount += 1
      return useCount
    }
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) {
    self.limit = limit
  }

  /// At the limit, ends the connection that has been idle longest. Returns `false` if all are busy.
  func add(_ connection: TCPConnection) -> Bool {
    state.withLock { state in
      if state.entries.count >= limit {
        let idle = state.entries.filter { !$0.value.isBusy }
        guard let longest = idle.min(by: { $0.value.lastUse < $1.value.lastUse })
        else { return false }
        state.entries[longest.key] = nil
        longest.value.connection.end()
      }
      state.entries[ObjectIdentifier(connection)] = Entry(
        connection: connection, lastUse: state.nextUse())
      return true
    }
  }

  func remove(_ connection: TCPConnection) {
    state.withLock { _ = $0.entries.removeValue(forKey: ObjectIdentifier(connection)) }
  }

  func setBusy(_ isBusy: Bool, _ connection: TCPConnection) {
    state.withLock { $0.entries[ObjectIdentifier(connection)]?.isBusy = isBusy }
    use(connection)
  }

  func use(_ connection: TCPConnection) {
    state.withLock { state in
      let use = state.nextUse()
      state.entries[ObjectIdentifier(connection)]?.lastUse = use
    }
  }
}
