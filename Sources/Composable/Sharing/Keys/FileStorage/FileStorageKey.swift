import Dependencies
import FileStorage
public import Foundation

extension SharedReaderKey {
  /// A value that is kept in a file as JSON.
  ///
  /// ```swift
  /// @Shared(.fileStorage(.documentsDirectory.appending(component: "meetings.json")))
  /// var meetings: [Meeting] = []
  /// ```
  ///
  /// - The file is read when the value is first used. While it is missing or empty, the value is
  ///   the default; the default itself is not written.
  /// - The first change is written at once. Changes that follow within a second are written
  ///   together, at the latest when the process ends; see ``flushSharedStorage()``. `save()` writes
  ///   at once.
  /// - The value follows the file when another process writes, replaces, deletes or recreates it.
  /// - A save that finds the file changed by another process does not overwrite it: the value is
  ///   loaded again, and `saveError` is a ``FileConflictError``. Give a `merge` to keep both
  ///   changes. A deleted file is created again.
  /// - All paths to a file, including symbolic links, share one value. If a link's target changes,
  ///   the new one is used.
  /// - An undecodable file is moved to a dated name in its folder, and `loadError` is an
  ///   ``UnreadableFileError``.
  ///
  /// Declare keys as computed properties, as above: a key uses the `\.defaultFileStorage` in effect
  /// where it is created, and each test has its own.
  ///
  /// - Parameters:
  ///   - url: The file. The first save creates missing folders.
  ///   - decoder: Decodes the file; `nil` for a plain `JSONDecoder`.
  ///   - encoder: What writes the file; `nil` for a plain `JSONEncoder`, in debug builds one that
  ///     makes readable and sorted JSON.
  public static func fileStorage<Value: Codable & Sendable>(
    _ url: URL, decoder: JSONDecoder? = nil, encoder: JSONEncoder? = nil
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, coding: .json(decoder, encoder), merge: nil)
  }

  /// A value that is kept in a file as JSON, and that several processes may change at a time.
  ///
  /// ```swift
  /// @Shared(.fileStorage(url, merge: .byID())) var todos: IdentifiedArrayOf<Todo> = []
  /// ```
  ///
  /// Like ``fileStorage(_:decoder:encoder:)``, but merges changes by this and other processes. A
  /// file that others deleted or emptied counts as the default. The key that creates the shared
  /// value of a file decides how it is merged.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - merge: Merges a value that both have changed.
  ///   - decoder: Decodes the file; `nil` for a plain `JSONDecoder`.
  ///   - encoder: Encodes the file; `nil` for the one of ``fileStorage(_:decoder:encoder:)``.
  public static func fileStorage<Value: Codable & Sendable>(
    _ url: URL, merge: ThreeWayMerge<Value>, decoder: JSONDecoder? = nil,
    encoder: JSONEncoder? = nil
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, coding: .json(decoder, encoder), merge: merge)
  }

  /// A value that is kept in a file, in a format of one's own.
  ///
  /// It is as ``fileStorage(_:decoder:encoder:)`` otherwise.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - merge: Merges a value that others have changed, too; `nil` for a conflict.
  ///   - decode: Reads the content, which is never empty.
  ///   - encode: Encodes the value. Empty content means the default.
  public static func fileStorage<Value: Sendable>(
    _ url: URL, merge: ThreeWayMerge<Value>? = nil,
    decode: @escaping @Sendable (Data) throws -> Value,
    encode: @escaping @Sendable (Value) throws -> Data
  ) -> Self where Self == FileStorageKey<Value> {
    FileStorageKey(url, coding: FileCoding(decode: decode, encode: encode), merge: merge)
  }
}

/// A key whose value is kept in a file. Make one with
/// ``SharedReaderKey/fileStorage(_:decoder:encoder:)``.
public struct FileStorageKey<Value: Sendable>: SharedKey {
  private let document: FileDocument<Value>

  init(_ url: URL, coding: FileCoding<Value>, merge: ThreeWayMerge<Value>?) {
    @Dependency(\.defaultFileStorage) var files
    document = FileDocument(url: url, files: files, coding: coding, merge: merge)
  }

  /// The file and the storage that it is in.
  public var id: FileStorageKeyID {
    FileStorageKeyID(
      path: document.files.identity(of: document.url), storage: document.files)
  }

  /// Reads the file and decodes the value.
  public func load(context: LoadContext<Value>, continuation: LoadContinuation<Value>) {
    switch context {
    case .initialValue(let value):
      continuation.resume(with: Result { try document.load(initialValue: value) })
    case .userInitiated:
      document.reload(continuation)
    }
  }

  /// Reports changes of the file, including those of other processes.
  public func subscribe(
    context: LoadContext<Value>, subscriber: SharedSubscriber<Value>
  ) -> SharedSubscription {
    do {
      let subscription = try document.subscribe(
        initialValue: context.initialValue, subscriber)
      return SharedSubscription { subscription.cancel() }
    } catch {
      subscriber.yield(throwing: error)
      return .empty
    }
  }

  /// Writes the value soon, or at once if a caller waits for it.
  public func save(_ value: Value, context: SaveContext, continuation: SaveContinuation) {
    document.valueDidChange(value)
    switch context {
    case .didSet: document.valueDidChange { continuation.resume(with: $0.saved) }
    case .userInitiated: document.request(.save) { continuation.resume(with: $0.saved) }
    }
  }
}

extension FileStorageKey: CustomStringConvertible {
  /// The key as in source code: `.fileStorage(path)`.
  public var description: String { ".fileStorage(\(document.url.path))" }
}

/// Identifies a value by its file and storage.
public struct FileStorageKeyID: Hashable, Sendable {
  let path: String
  let storage: FileStorage
}
