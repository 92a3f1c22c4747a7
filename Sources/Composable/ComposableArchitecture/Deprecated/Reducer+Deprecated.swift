extension Reducer {
  /// Does nothing without a tracer, which it has no parameter for.
  ///
  /// - Parameter prefix: The prefix of the events' names.
  @available(*, deprecated, message: "Write '_signpost(_:tracer:)', and say what gets the events.")
  public func signpost(_ prefix: String = "") -> _SignpostReducer<Self> {
    _signpost(prefix)
  }
}
