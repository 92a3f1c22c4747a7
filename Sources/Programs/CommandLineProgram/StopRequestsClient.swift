public import Dependencies
public import DependenciesMacros

@DependencyClient
public struct StopRequestsClient: Sendable {
  /// Runs `action` for the next stop signal instead of canceling the command.
  public var handleNext: @Sendable (_ action: @escaping @Sendable () -> Void) -> Void

  /// Ignores SIGHUP from now on, unless standard input is a terminal, whose end it then announces.
  @DependencyEndpointIgnored
  public var ignoreHangUp: @Sendable () -> Void = {}
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
