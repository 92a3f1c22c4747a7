extension AsyncStream {
  /// A stream of the elements of another sequence.
  ///
  /// The stream's consumer iterates the sequence directly, without a task or a buffer. Use it for
  /// one consumer only. An error ends the stream.
  ///
  /// - Parameter sequence: The sequence.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Element, S: Sendable {
    let iterator = UncheckedBox<S.AsyncIterator?>(wrappedValue: nil)
    self.init {
      if iterator.wrappedValue == nil {
        iterator.wrappedValue = sequence.makeAsyncIterator()
      }
      return try? await iterator.wrappedValue?.next()
    }
  }

  /// A stream without elements that ends only when its task is canceled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream without elements that has ended.
  public static var finished: Self {
    Self { $0.finish() }
  }
}

extension AsyncSequence {
  /// A stream of the sequence's elements, for an interface that is not to name the sequence's
  /// type. An error ends the stream.
  public func eraseToStream() -> AsyncStream<Element> where Self: Sendable {
    AsyncStream(self)
  }

  /// A throwing stream of the sequence's elements, for an interface that is not to name the
  /// sequence's type.
  public func eraseToThrowingStream() -> AsyncThrowingStream<Element, any Error>
  where Self: Sendable {
    AsyncThrowingStream(self)
  }
}
