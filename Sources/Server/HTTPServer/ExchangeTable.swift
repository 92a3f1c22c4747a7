import HTTPMessages
import POSIX

final class ExchangeTable: Sendable {
  let connections: HTTPConnectionCount
  let handler: HTTPServer.Handler
  let isEncrypted: Bool
  let limits: HTTPLimits
  let headDeadlines = HeadDeadlines()

  private struct State {
    var exchanges: [ObjectIdentifier: Exchange] = [:]
    var handlerCount = 0
    var isFinishing = false
    var isAborting = false
    var waiters: [Waiter] = []
    var disconnectPoller: Task<Void, Never>?
  }

  private struct Waiter {
    let isMet: @Sendable (State) -> Bool
    let continuation: CheckedContinuation<Void, Never>
  }

  private let state = Mutex(State())

  private static let pollInterval = Duration.milliseconds(500)

  init(
    connections: HTTPConnectionCount, handler: @escaping HTTPServer.Handler, isEncrypted: Bool,
    limits: HTTPLimits
  ) {
    self.connections = connections
    self.handler = handler
    self.isEncrypted = isEncrypted
    self.limits = limits
  }

  var inFlight: [Exchange] { state.withLock { Array($0.exchanges.values) } }

  var isFinishing: Bool { state.withLock { $0.isFinishing } }

  func begin(_ connection: OpaquePointer, target: String) -> Exchange {
    state.withLock { state in
      let exchange = Exchange(
        connection, target: target, isAborted: state.isAborting, table: self)
      state.exchanges[ObjectIdentifier(exchange)] = exchange
      return exchange
    }
  }

  func remove(_ exchange: Exchange) {
    change { $0.exchanges[ObjectIdentifier(exchange)] = nil }
  }

  func beginHandling() {
    state.withLock { $0.handlerCount += 1 }
  }

  func endHandling() {
    change { $0.handlerCount -= 1 }
  }

  func startPollingForDisconnects() {
    let disconnectPoller = Task { [weak self] in
      while !Task.isCancelled {
        try? await Task.sleep(for: Self.pollInterval)
        guard let self
        else { return }
        headDeadlines.shutDownOverdue()
        for exchange in inFlight { exchange.cancelIfDisconnected() }
      }
    }
    state.withLock { $0.disconnectPoller = disconnectPoller }
  }

  func finish(within gracePeriod: Duration) async {
    let timer = Task { [self] in
      try await Task.sleep(for: gracePeriod)
      abort()
    }
    state.withLock { $0.isFinishing = true }
    await wait { $0.exchanges.isEmpty || $0.isAborting }
    timer.cancel()
    abort()
    await wait { $0.handlerCount == 0 }
    state.withLock { $0.disconnectPoller }?.cancel()
  }

  private func abort() {
    let exchanges = state.withLock { state in
      state.isAborting = true
      return Array(state.exchanges.values)
    }
    for exchange in exchanges { exchange.abort() }
    change { _ in }
  }

  private func wait(until condition: @escaping @Sendable (State) -> Bool) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        guard !condition(state)
        else { return true }
        state.waiters.append(Waiter(isMet: condition, continuation: continuation))
        return false
      }
      if isMet { continuation.resume() }
    }
  }

  private func change(_ change: (inout State) -> Void) {
    let met = state.withLock { state -> [Waiter] in
      change(&state)
      guard !state.waiters.isEmpty
      else { return [] }
      let now = state
      state.waiters.removeAll { $0.isMet(now) }
      return now.waiters.filter { $0.isMet(now) }
    }
    for waiter in met { waiter.continuation.resume() }
  }
}
