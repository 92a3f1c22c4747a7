import ConcurrencyExtras
public import SharedModels
public import Tagged

public enum LibraryChange: Equatable, Sendable {
  /// Another process has changed the library.
  case anything
  case recordings(Set<Recording.ID>)
}

public final class LibraryChanges: Sendable {
  private let listeners = LockIsolated<[Int: AsyncStream<LibraryChange>.Continuation]>([:])
  private let nextID = LockIsolated(0)

  public init() {}

  public var hasListeners: Bool { listeners.withLock { !$0.isEmpty } }

  /// Changes from the call on, until the listener's task is canceled.
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
