import ConcurrencyExtras
public import SharedModels
public import Tagged

/// What has changed in the library.
public enum LibraryChange: Equatable, Sendable {
  /// Something, it is not known what: another process has written.
  case anything
  /// These memos, in the list or the trash: they came, changed, or went.
  case recordings(Set<Recording.ID>)
}

/// Tells all who listen what has changed in a library. For those who make a ``DatabaseClient``.
public final class LibraryChanges: Sendable {
  private let listeners = LockIsolated<[Int: AsyncStream<LibraryChange>.Continuation]>([:])
  private let nextID = LockIsolated(0)

  public init() {}

  public var hasListeners: Bool { listeners.withLock { !$0.isEmpty } }

  /// What changes from now on, until the listener's task is cancelled.
  public func stream() -> AsyncStream<LibraryChange> {
    let (stream, continuation) = AsyncStream.makeStream(of: LibraryChange.self)
    let id = nextID.withLock { id in
      id += 1
      return id
    }
    continuation.onTermination = { [listeners] _ in
      _ = listeners.withLock { $0.removeValue(forKey: id) }
    }
    listeners.withLock { $0[id] = continuation }
    return stream
  }

  public func send(_ change: LibraryChange) {
    if case .recordings(let ids) = change, ids.isEmpty { return }
    for listener in listeners.withLock({ Array($0.values) }) { listener.yield(change) }
  }
}
