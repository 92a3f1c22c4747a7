public import DatabaseClient
import Dependencies
import MiddlewareHelpers
import POSIX
import SharedModels

/// Streams a library's changes to clients, which can resume with `Last-Event-ID`. `memos` has the
/// ids of changed memos, `library` stands for an unknown change by another process, or one of very
/// many memos, `reset` for a client that was away too long. After both, clients must reload.
public final class LibraryEvents: Sendable {
  private let database: DatabaseClient
  private let limit: Int
  private let state = Mutex(State())

  private struct State {
    var events: [[UInt8]] = []
    var evictedCount = 0
    var isFinished = false
    var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var nextListener = 0
    /// Distinguishes this run's event numbers from those of other runs.
    var run = ""
    var work: Task<Void, Never>?

    var count: Int { evictedCount + events.count }
  }

  /// Keeps proxies from closing idle connections.
  static let heartbeat: Duration = .seconds(15)

  private static let idLimit = 500

  /// `limit` events are kept for clients that reconnect. Twice as many unsent disconnect a client.
  public init(_ database: DatabaseClient, limit: Int = 1_000) {
    self.database = database
    self.limit = limit
  }

  deinit {
    state.withLock { $0.work?.cancel() }
  }

  /// Events until ``finish()``. `onOpen` gets a closure that ends this stream early.
  public func stream(
    after lastID: String? = nil,
    onOpen: (_ end: @escaping @Sendable () -> Void) -> Void = { _ in }
  ) -> AsyncStream<[UInt8]> {
    begin()
    let (stream, continuation) = AsyncStream.makeStream(
      of: [UInt8].self, bufferingPolicy: .bufferingOldest(limit * 2))
    state.withLock { state in
      for bytes in missed(since: lastID, in: state) { continuation.yield(bytes) }
      guard !state.isFinished
      else { return continuation.finish() }
      let id = state.nextListener
      state.nextListener += 1
      state.listeners[id] = continuation
      continuation.onTermination = { [weak self] _ in
        self?.state.withLock { _ = $0.listeners.removeValue(forKey: id) }
      }
    }
    onOpen { continuation.finish() }
    return stream
  }

  public func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      state.work?.cancel()
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  /// The first event has the position before the others, so that clients can resume after any.
  private func missed(since lastID: String?, in state: State) -> [[UInt8]] {
    func first(_ name: String, at number: Int) -> [UInt8] {
      ServerSentEvent("{}", name: name, id: "\(state.run)-\(number)").bytes
    }
    guard let lastID
    else { return [first("connected", at: state.count)] }
    let parts = lastID.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, parts[0] == state.run, let number = Int(parts[1]),
      (state.evictedCount...state.count).contains(number)
    else { return [first("reset", at: state.count)] }
    return [first("connected", at: number)] + state.events[(number - state.evictedCount)...]
  }

  private func begin() {
    @Dependency(\.continuousClock) var clock
    @Dependency(\.uuid) var uuid
    state.withLock { state in
      guard state.work == nil, !state.isFinished
      else { return }
      state.run = String(uuid().text.prefix(8))
      // Subscribes now, so that clients that query the library afterwards miss no change.
      let changes = database.changes()
      state.work = Task { [weak self, clock] in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            for await change in changes { self?.publish(change) }
          }
          group.addTask {
            while (try? await clock.sleep(for: Self.heartbeat)) != nil {
              self?.send(ServerSentEvent.comment)
            }
          }
        }
      }
    }
  }

  private func publish(_ change: LibraryChange) {
    state.withLock { state in
      let id = "\(state.run)-\(state.count + 1)"
      let event =
        switch change {
        case .anything: ServerSentEvent("{}", name: "library", id: id)
        case .recordings(let ids) where ids.count > Self.idLimit:
          ServerSentEvent("{}", name: "library", id: id)
        case .recordings(let ids): ServerSentEvent(Self.json(ids), name: "memos", id: id)
        }
      let bytes = event.bytes
      state.events.append(bytes)
      if state.events.count > limit {
        state.events.removeFirst()
        state.evictedCount += 1
      }
      send(bytes, &state)
    }
  }

  private func send(_ bytes: [UInt8]) {
    state.withLock { send(bytes, &$0) }
  }

  private func send(_ bytes: [UInt8], _ state: inout State) {
    for (id, listener) in state.listeners {
      guard case .dropped = listener.yield(bytes)
      else { continue }
      // The client reconnects and resumes. `onTermination` would take the lock that is held here.
      listener.onTermination = nil
      listener.finish()
      state.listeners[id] = nil
    }
  }

  private static func json(_ ids: Set<Recording.ID>) -> String {
    let texts = ids.map { "\"\($0.text)\"" }.sorted()
    return "{\"ids\":[\(texts.joined(separator: ","))]}"
  }
}
