/// A body that can be read once. Pieces are made on demand, so a slow reader slows the producer.
public struct HTTPBody: AsyncSequence, Sendable {
  public typealias Element = ArraySlice<UInt8>

  public let byteCount: Int64?

  private let next: @Sendable () async throws -> ArraySlice<UInt8>?

  /// - Parameter next: Returns the next piece, or `nil` at the end. It is not called concurrently.
  public init(byteCount: Int64? = nil, next: @escaping @Sendable () async throws -> Element?) {
    self.byteCount = byteCount
    self.next = next
  }

  public init(_ bytes: [UInt8]) {
    let rest = OnePiece(bytes[...])
    self.init(byteCount: Int64(bytes.count)) { await rest.take() }
  }

  public static var empty: HTTPBody { HTTPBody(byteCount: 0) { nil } }

  public func makeAsyncIterator() -> Iterator { Iterator(next: next) }

  public struct Iterator: AsyncIteratorProtocol {
    fileprivate let next: @Sendable () async throws -> Element?

    public mutating func next() async throws -> Element? { try await next() }
  }

  /// Throws ``TooLarge`` if there are more than `limit` bytes, before it has read them all.
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

  public struct TooLarge: Error, Equatable {
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
