public struct AudioStoreReading: Sendable {
  public var bytes: AudioStoreBytes
  public var entry: AudioStoreEntry
  public var range: Range<Int64>

  public init(_ entry: AudioStoreEntry, range: Range<Int64>, bytes: AudioStoreBytes) {
    self.bytes = bytes
    self.entry = entry
    self.range = range
  }
}

/// Bytes in non-empty pieces, read on demand. Can be iterated only once.
/// Throws `CancellationError` in a canceled task, so that it isn't mistaken for the end.
public struct AudioStoreBytes: AsyncSequence, Sendable {
  public typealias Element = ArraySlice<UInt8>

  private let produce: @Sendable () async throws -> ArraySlice<UInt8>?

  public init(_ next: @escaping @Sendable () async throws -> ArraySlice<UInt8>?) {
    produce = next
  }

  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    fileprivate let produce: @Sendable () async throws -> ArraySlice<UInt8>?

    public func next() async throws -> ArraySlice<UInt8>? {
      while true {
        try Task.checkCancellation()
        guard let piece = try await produce()
        else { return nil }
        if !piece.isEmpty { return piece }
      }
    }
  }

  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(produce: produce) }
}
