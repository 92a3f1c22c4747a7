public import Foundation

public struct AudioStoreEntry: Equatable, Sendable {
  public var byteCount: Int64
  public var modifiedAt: Date?
  public var name: String
  /// Lowercase hexadecimal, from the uploader; `nil` if unknown, and in listings.
  public var sha256: String?

  public init(name: String, byteCount: Int64, modifiedAt: Date? = nil, sha256: String? = nil) {
    self.byteCount = byteCount
    self.modifiedAt = modifiedAt
    self.name = name
    self.sha256 = sha256
  }
}

/// A store's entries in pages, which may be empty. Can be iterated only once.
public struct AudioStorePages: AsyncSequence, Sendable {
  public typealias Element = [AudioStoreEntry]

  private let produce: @Sendable () async throws -> [AudioStoreEntry]?

  public init(_ next: @escaping @Sendable () async throws -> [AudioStoreEntry]?) {
    produce = next
  }

  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    fileprivate let produce: @Sendable () async throws -> [AudioStoreEntry]?

    public func next() async throws -> [AudioStoreEntry]? {
      try Task.checkCancellation()
      return try await produce()
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(produce: produce) }

  public func collect() async throws -> [AudioStoreEntry] {
    var entries: [AudioStoreEntry] = []
    for try await page in self { entries += page }
    return entries
  }
}
