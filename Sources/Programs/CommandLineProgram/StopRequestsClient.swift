public import Dependencies
public import DependenciesMacros

/// The requests to stop that the program gets by signals, for a command that ends in its own way.
@DependencyClient
public struct StopRequestsClient: Sendable {
  /// Has the next request do something in the place of cancelling the command, which the one after it
  /// does.
  public var takeNext: @Sendable (_ action: @escaping @Sendable () -> Void) -> Void
}

extension StopRequestsClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  /// The requests to stop that the program gets.
  public var stopRequests: StopRequestsClient {
    get { self[StopRequestsClient.self] }
    set { self[StopRequestsClient.self] = newValue }
  }
}
