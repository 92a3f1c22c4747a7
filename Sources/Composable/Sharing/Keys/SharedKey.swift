/// Describes a place outside the program where a shared value is kept, and that it can be stored
/// to.
///
/// See ``SharedReaderKey`` for the half that reads.
public protocol SharedKey<Value>: SharedReaderKey {
  /// Stores the value.
  ///
  /// It is called after each change, on the thread that made it and with no lock held, and for each
  /// call of `save()`. Calls for one shared value follow one another, and the last one gets its
  /// last value; changes that other threads make while a call is running are combined into the
  /// next.
  ///
  /// - Parameters:
  ///   - value: The value to store.
  ///   - context: Whether a change was made, or a caller waits for the value to be stored.
  ///   - continuation: Resume it once, when the value is stored or cannot be.
  func save(_ value: Value, context: SaveContext, continuation: SaveContinuation)
}
