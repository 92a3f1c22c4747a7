public import Foundation

/// What a store has under a name.
public struct AudioStoreEntry: Equatable, Sendable {
  /// How many bytes.
  public var byteCount: Int64
  /// When it was put there, by the store's clock; `nil` where that is not told.
  public var modifiedAt: Date?
  public var name: String
  /// The SHA-256 of its bytes in lower-case hexadecimal, as who put it there said; `nil` where nobody
  /// did, and in lists.
  public var sha256: String?

  /// Creates a value from its properties.
  public init(name: String, byteCount: Int64, modifiedAt: Date? = nil, sha256: String? = nil) {
    self.byteCount = byteCount
    self.modifiedAt = modifiedAt
    self.name = name
    self.sha256 = sha256
  }
}

/// All that a store has, a page at a time, to be iterated once.
public struct AudioStorePages: AsyncSequence, Sendable {
  /// A page, which may be empty.
  public typealias Element = [AudioStoreEntry]

  private let produce: @Sendable () async throws -> [AudioStoreEntry]?

  /// Pages that are made by `next` as they are asked for, until that returns `nil`.
  public init(_ next: @escaping @Sendable () async throws -> [AudioStoreEntry]?) {
    produce = next
  }

  /// Reads the pages.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    fileprivate let produce: @Sendable () async throws -> [AudioStoreEntry]?

    /// The next page; `nil` after the last.
    ///
    /// - Throws: ``AudioStoreError``, and `CancellationError` in a cancelled task.
    public func next() async throws -> [AudioStoreEntry]? {
      try Task.checkCancellation()
      return try await produce()
    }
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(produce: produce) }

  /// All of it at once.
  public func collect() async throws -> [AudioStoreEntry] {
    var entries: [AudioStoreEntry] = []
    for try await page in self { entries += page }
    return entries
  }
}
