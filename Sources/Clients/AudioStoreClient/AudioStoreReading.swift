/// What is under a name, while it is read.
public struct AudioStoreReading: Sendable {
  public var bytes: AudioStoreBytes
  /// What is known of the whole.
  public var entry: AudioStoreEntry
  /// Which bytes of the whole come.
  public var range: Range<Int64>

  /// Creates a value from its properties.
  public init(_ entry: AudioStoreEntry, range: Range<Int64>, bytes: AudioStoreBytes) {
    self.bytes = bytes
    self.entry = entry
    self.range = range
  }
}

/// Bytes that come piece by piece as they are asked for, to be iterated once.
///
/// Iteration throws `CancellationError` in a cancelled task, so that what was broken off cannot be
/// taken for the end.
public struct AudioStoreBytes: AsyncSequence, Sendable {
  /// A piece, which is never empty.
  public typealias Element = ArraySlice<UInt8>

  private let produce: @Sendable () async throws -> ArraySlice<UInt8>?

  /// Pieces that are made by `next`, until that returns `nil`.
  public init(_ next: @escaping @Sendable () async throws -> ArraySlice<UInt8>?) {
    produce = next
  }

  /// Reads the pieces.
  public struct AsyncIterator: AsyncIteratorProtocol, Sendable {
    fileprivate let produce: @Sendable () async throws -> ArraySlice<UInt8>?

    /// The next piece; `nil` after the last.
    public func next() async throws -> ArraySlice<UInt8>? {
      while true {
        try Task.checkCancellation()
        guard let piece = try await produce()
        else { return nil }
        if !piece.isEmpty { return piece }
      }
    }
  }

  /// Begins to read.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(produce: produce) }
}
