extension Result {
  /// Runs throwing asynchronous code and captures its result or error.
  ///
  /// - Parameter body: The code to run, on the caller's actor.
  @_transparent
  public init(
    catching body: () async throws(Failure) -> Success,
    isolation: isolated (any Actor)? = #isolation
  ) async {
    do throws(Failure) {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
