import ConcurrencyExtras

/// Non-empty pieces, read on demand, once. A canceled task gets `CancellationError`.
public struct AudioStoreSequence<Element>: AsyncSequence, AsyncIteratorProtocol, Sendable
where Element: Collection & Sendable {
  private let produce: @Sendable () async throws -> Element?

  public init(_ next: @escaping @Sendable () async throws -> Element?) {
    produce = next
  }

  public init(_ piece: Element) {
    let rest = LockIsolated<Element?>(piece)
    self.init { rest.withValue { $0.take() } }
  }

  public func makeAsyncIterator() -> Self { self }

  public func next() async throws -> Element? {
    while true {
      try Task.checkCancellation()
      guard let piece = try await produce()
      else { return nil }
      if !piece.isEmpty { return piece }
    }
  }

  public func collect() async throws -> [Element.Element] {
    var all: [Element.Element] = []
    for try await piece in self { all += piece }
    return all
  }
}

public typealias AudioStoreBytes = AudioStoreSequence<ArraySlice<UInt8>>
public typealias AudioStorePages = AudioStoreSequence<[AudioStoreEntry]>
