public import Dependencies
public import DependenciesMacros

@DependencyClient
public struct StopRequestsClient: Sendable {
  /// Runs `action` for the next stop signal instead of canceling the command.
  public var handleNext: @Sendable (_ action: @escaping @Sendable () -> Void) -> Void
}

extension StopRequestsClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var stopRequests: StopRequestsClient {
    get { self[StopRequestsClient.self] }
    set { self[StopRequestsClient.self] = newValue }
  }
}
