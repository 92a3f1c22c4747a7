import DatabaseClient
import Dependencies
import Foundation
public import IdentifiedCollections
public import SharedModels
public import Sharing
public import Tagged

extension SharedReaderKey where Self == RecordingsKey.Default {
  /// The memos of the library that are not in the trash, newest first.
  ///
  /// ```swift
  /// @Shared(.recordings) var recordings
  /// ```
  ///
  /// The database is the truth, and the shared value follows it:
  /// - The memos are loaded when the value is first used; it is empty, and `isLoading`, until then.
  /// - A change of titles, tags and favourite marks is saved as the rows that changed. A memo that
  ///   is removed goes to the trash, one that is put back comes out of it, and one that the library
  ///   has never seen is added. What else a memo holds is the library's to say, not the list's.
  /// - What others change arrives by itself, those of other processes too. Where both have changed
  ///   a memo, what we have changed of it wins until it is saved.
  ///
  /// Changes are saved one after the other in the background; `save()` returns when all are stored.
  public static var recordings: Self { Self[RecordingsKey(), default: []] }
}

/// Keeps memos in the library's database. Make one with ``Sharing/SharedReaderKey/recordings``.
public struct RecordingsKey: SharedKey {
  public typealias Value = IdentifiedArrayOf<Recording>

  /// The library's ``DatabaseClient/DatabaseClient/libraryID``.
  public let id: String
  private let document: RecordingsDocument

  init() {
    @Dependency(\.database) var database
    id = database.libraryID()
    document = withEscapedDependencies { dependencies in
      RecordingsDocument(database: database) {
        dependencies.yield {
          // Evaluated only when a memo is removed: other uses need no date.
          @Dependency(\.date) var date
          return date.now
        }
      }
    }
  }

  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    document.perform(.load(continuation))
  }

  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    document.follow(subscriber)
  }

  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    document.perform(.save(value, continuation))
  }
}

extension RecordingsKey: CustomStringConvertible {
  public var description: String { ".recordings" }
}
