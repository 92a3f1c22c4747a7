import ConcurrencyExtras
import DatabaseClient
import Foundation
import IdentifiedCollections
import SharedModels
import Sharing

/// Syncs the shared list with the database. One task does all work, so that saves stay in order.
final class RecordingsDocument: Sendable {
  typealias Value = IdentifiedArrayOf<Recording>

  enum Work: Sendable {
    case load(LoadContinuation<Value>)
    case news(LibraryChange)
    case save(Value, SaveContinuation)
  }

  private let continuation: AsyncStream<Work>.Continuation
  private let database: DatabaseClient
  private let isStarted = LockIsolated(false)
  private let now: @Sendable () -> Date
  private let subscriber = LockIsolated<SharedSubscriber<Value>?>(nil)
  private let works: AsyncStream<Work>

  init(database: DatabaseClient, now: @escaping @Sendable () -> Date) {
    (works, continuation) = AsyncStream.makeStream(of: Work.self)
    self.database = database
    self.now = now
  }

  deinit { continuation.finish() }

  func perform(_ work: Work) {
    continuation.yield(work)
    // Of all keys created for one value, only the first gets calls.
    let wasStarted = isStarted.withLock { isStarted in
      defer { isStarted = true }
      return isStarted
    }
    guard !wasStarted
    else { return }
    Task { [database, now, subscriber, works] in
      var library = SharedLibrary(database: database, now: now, subscriber: subscriber)
      for await work in works {
        switch work {
        case .load(let continuation): await library.load(continuation)
        case .news(let change): await library.apply(change)
        case .save(let value, let continuation): await library.save(value, continuation)
        }
      }
    }
  }

  func follow(_ subscriber: SharedSubscriber<Value>) -> SharedSubscription {
    self.subscriber.setValue(subscriber)
    let changes = database.changes()
    let task = Task { [weak self] in
      for await change in changes { self?.perform(.news(change)) }
    }
    return SharedSubscription { task.cancel() }
  }
}
