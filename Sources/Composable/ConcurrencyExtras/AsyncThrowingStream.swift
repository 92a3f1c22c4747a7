extension AsyncThrowingStream where Failure == any Error {
  /// A stream of the elements of another sequence, and of its error.
  ///
  /// The stream's consumer iterates the sequence directly, without a task or a buffer.
  ///
  /// - Parameter sequence: The sequence.
  public init<S: AsyncSequence>(_ sequence: S) where S.Element == Element, S: Sendable {
    let iterator = UncheckedBox<S.AsyncIterator?>(wrappedValue: nil)
    self.init {
      if iterator.wrappedValue == nil {
        iterator.wrappedValue = sequence.makeAsyncIterator()
      }
      return try await iterator.wrappedValue?.next()
    }
  }

  /// A stream without elements that ends only when its task is canceled.
  public static var never: Self {
    Self { _ in }
  }

  /// A stream without elements that has ended.
  ///
  /// - Parameter error: The error to end with, or `nil` to end without one.
  public static func finished(throwing error: Failure? = nil) -> Self {
    Self { $0.finish(throwing: error) }
  }
}
