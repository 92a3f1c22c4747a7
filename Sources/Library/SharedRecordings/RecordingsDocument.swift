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

  private let works: AsyncStream<Work>.Continuation
  private let worker: LockIsolated<Worker?>
  private let database: DatabaseClient
  private let subscriber = LockIsolated<SharedSubscriber<Value>?>(nil)

  private struct Worker: Sendable {
    let works: AsyncStream<Work>
    let now: @Sendable () -> Date
  }

  init(database: DatabaseClient, now: @escaping @Sendable () -> Date) {
    let (works, continuation) = AsyncStream.makeStream(of: Work.self)
    self.works = continuation
    self.database = database
    worker = LockIsolated(Worker(works: works, now: now))
  }

  deinit { works.finish() }

  func perform(_ work: Work) {
    works.yield(work)
    // Of all keys created for one value, only the first gets calls.
    let worker = worker.withLock { worker in
      defer { worker = nil }
      return worker
    }
    guard let worker
    else { return }
    Task { [database, subscriber] in
      var library = SharedLibrary(database: database, now: worker.now, subscriber: subscriber)
      for await work in worker.works {
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
