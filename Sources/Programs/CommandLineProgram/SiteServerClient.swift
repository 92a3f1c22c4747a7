public import Dependencies
public import DependenciesMacros
public import HTTPMessages
public import NetworkAddresses
public import SiteMiddleware

@DependencyClient
public struct SiteServerClient: Sendable {
  /// Returns the socket passed by the parent process, such as systemd, if any.
  @DependencyEndpointIgnored
  public var listener: @Sendable (_ environment: [String: String]) throws -> Listener? = { _ in
    nil
  }

  /// Serves until the task is canceled, and then completes in-flight requests.
  public var serve:
    @Sendable (
      _ config: SiteConfig, _ respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
      _ onListening: @escaping @Sendable (UInt16) -> Void
    ) async throws -> Void
}

extension SiteServerClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var siteServer: SiteServerClient {
    get { self[SiteServerClient.self] }
    set { self[SiteServerClient.self] = newValue }
  }
}
