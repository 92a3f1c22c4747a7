import ConcurrencyExtras
public import DatabaseClient
import Dependencies
import Foundation
import MiddlewareHelpers
import SharedModels

/// Tells many clients what changes in a library, and those who come back what they have missed.
///
/// The events are `memos`, with the ids of those that came, changed or went; `library` for a change
/// by another process, of which is not known what it was, and for one of very many memos; and `reset` for a client that was away for
/// too long. At both of the latter a client asks for its list again. Each has an id; one that is sent
/// back as `Last-Event-ID` is gone on from.
public final class LibraryEvents: Sendable {
  private let database: DatabaseClient
  private let limit: Int
  private let state = Protected(State())

  private struct State {
    /// The last events, the newest at the end.
    var events: [[UInt8]] = []
    /// How many there were before those.
    var forgottenCount = 0
    var isFinished = false
    var listeners: [Int: AsyncStream<[UInt8]>.Continuation] = [:]
    var nextListener = 0
    /// Tells this run of the server from others, whose numbers mean nothing here.
    var run = ""
    var work: Task<Void, Never>?

    var count: Int { forgottenCount + events.count }
  }

  /// How often something is sent where nothing happens, so that what lies between keeps the
  /// connection.
  static let heartbeat: Duration = .seconds(15)

  /// Of how many memos an event has the ids.
  private static let idLimit = 500

  /// - Parameters:
  ///   - database: The library.
  ///   - limit: How many events are kept for clients that come back, and how many may wait for one
  ///     that is slow; its connection is ended behind them.
  public init(_ database: DatabaseClient, limit: Int = 1_000) {
    self.database = database
    self.limit = limit
  }

  deinit {
    state.withLock { $0.work?.cancel() }
  }

  /// What changes from now on, or since an event, as bytes to be sent. It ends with ``finish()``.
  ///
  /// - Parameters:
  ///   - lastID: The last event that the client has got.
  ///   - whenOpen: Given what ends this stream before all of them end.
  public func stream(
    after lastID: String? = nil,
    whenOpen: (_ end: @escaping @Sendable () -> Void) -> Void = { _ in }
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
    whenOpen { continuation.finish() }
    return stream
  }

  /// Ends all streams, and those that begin later at once.
  public func finish() {
    let listeners = state.withLock { state in
      state.isFinished = true
      state.work?.cancel()
      defer { state.listeners = [:] }
      return Array(state.listeners.values)
    }
    for listener in listeners { listener.finish() }
  }

  /// The first event of a stream has an id, too, so that a client that loses its connection before
  /// anything has happened knows where it was.
  private func missed(since lastID: String?, in state: State) -> [[UInt8]] {
    let now = ServerSentEvent("{}", name: "connected", id: "\(state.run)-\(state.count)").bytes
    guard let lastID
    else { return [now] }
    let parts = lastID.split(separator: "-", maxSplits: 1)
    guard parts.count == 2, parts[0] == state.run, let number = Int(parts[1]),
      (state.forgottenCount...state.count).contains(number)
    else { return [ServerSentEvent("{}", name: "reset", id: "\(state.run)-\(state.count)").bytes] }
    return [now] + state.events[(number - state.forgottenCount)...]
  }

  private func begin() {
    @Dependency(\.continuousClock) var clock
    @Dependency(\.uuid) var uuid
    state.withLock { state in
      guard state.work == nil, !state.isFinished
      else { return }
      state.run = String(uuid().uuidString.lowercased().prefix(8))
      // What is asked of the library after this is not older than what is told from here on.
      let changes = database.changes()
      state.work = Task { [weak self, clock] in
        await withTaskGroup(of: Void.self) { group in
          group.addTask {
            for await change in changes { self?.tell(change) }
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

  private func tell(_ change: LibraryChange) {
    state.withLock { state in
      let id = "\(state.run)-\(state.count + 1)"
      let event =
        switch change {
        case .anything: ServerSentEvent("{}", name: "library", id: id)
        // Of very many a client asks for its list again, and no event is large.
        case .recordings(let ids) where ids.count > Self.idLimit:
          ServerSentEvent("{}", name: "library", id: id)
        case .recordings(let ids): ServerSentEvent(Self.json(ids), name: "memos", id: id)
        }
      let bytes = event.bytes
      state.events.append(bytes)
      if state.events.count > limit {
        state.events.removeFirst()
        state.forgottenCount += 1
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
      // It comes back, and goes on or begins again. Its end must not ask for the lock that is held.
      listener.onTermination = nil
      listener.finish()
      state.listeners[id] = nil
    }
  }

  private static func json(_ ids: Set<Recording.ID>) -> String {
    let texts = ids.map { "\"\($0.rawValue.uuidString.lowercased())\"" }.sorted()
    return "{\"ids\":[\(texts.joined(separator: ","))]}"
  }
}
