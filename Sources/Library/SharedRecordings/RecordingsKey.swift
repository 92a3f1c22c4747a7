import DatabaseClient
import Dependencies
public import IdentifiedCollections
public import SharedModels
public import Sharing
public import Tagged

extension SharedReaderKey where Self == RecordingsKey.Default {
  /// The memos outside the trash, newest first, loaded at first use and kept up to date. Saves
  /// write titles, tags and favorite marks. Removed memos go to the trash, memos added again are
  /// restored, and unknown ones inserted. Unsaved edits win. `save()` returns when all are stored.
  public static var recordings: Self { Self[RecordingsKey(), default: []] }
}

public struct RecordingsKey: SharedKey {
  public typealias Value = IdentifiedArrayOf<Recording>

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
