/// The bytes of a message, in pieces as they come. They can be read once.
///
/// Whoever makes them is asked for the next piece only when the one before has been taken: what is
/// slow at one end is slow at the other.
public struct HTTPBody: AsyncSequence, Sendable {
  public typealias Element = ArraySlice<UInt8>

  /// How many bytes there will be, where that is known.
  public let byteCount: Int64?

  private let next: @Sendable () async throws -> ArraySlice<UInt8>?

  /// A body of which the pieces are made one by one.
  ///
  /// - Parameters:
  ///   - byteCount: How many bytes there will be, where that is known.
  ///   - next: The next piece, or `nil` at the end. It is called by one reader at a time.
  public init(byteCount: Int64? = nil, next: @escaping @Sendable () async throws -> Element?) {
    self.byteCount = byteCount
    self.next = next
  }

  /// A body of bytes that are there.
  public init(_ bytes: [UInt8]) {
    let rest = OnePiece(bytes[...])
    self.init(byteCount: Int64(bytes.count)) { await rest.take() }
  }

  /// No bytes.
  public static var empty: HTTPBody { HTTPBody(byteCount: 0) { nil } }

  public func makeAsyncIterator() -> Iterator { Iterator(next: next) }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let next: @Sendable () async throws -> Element?

    public mutating func next() async throws -> Element? { try await next() }
  }

  /// All of its bytes.
  ///
  /// - Parameter limit: How many there may be at most.
  /// - Throws: ``TooLarge`` where there are more, before they are all read.
  public func bytes(upTo limit: Int) async throws -> [UInt8] {
    if let byteCount, byteCount > limit { throw TooLarge(limit: limit) }
    var bytes: [UInt8] = []
    for try await piece in self {
      guard bytes.count + piece.count <= limit
      else { throw TooLarge(limit: limit) }
      bytes += piece
    }
    return bytes
  }

  /// There are more bytes than may be.
  public struct TooLarge: Error, Equatable {
    /// How many there may be.
    public let limit: Int

    public init(limit: Int) {
      self.limit = limit
    }
  }

  private actor OnePiece {
    private var piece: Element?

    init(_ piece: Element) {
      self.piece = piece.isEmpty ? nil : piece
    }

    func take() -> Element? {
      defer { piece = nil }
      return piece
    }
  }
}
