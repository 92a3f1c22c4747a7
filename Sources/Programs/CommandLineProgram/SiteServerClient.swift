public import Dependencies
public import DependenciesMacros
public import HTTPMessages
public import ServerBootstrap

/// What listens for clients on other machines.
@DependencyClient
public struct SiteServerClient: Sendable {
  /// What listens already, where the process was handed it.
  ///
  /// - Parameter environment: What the process was started with.
  /// - Throws: What is wrong with it, whose description is a line for the user.
  @DependencyEndpointIgnored
  public var listener: @Sendable (_ environment: [String: String]) throws -> SitePlan.Listener? = {
    _ in nil
  }

  /// Listens, and has each request answered, until the task is cancelled; what is being answered
  /// then comes to its end.
  ///
  /// - Parameters:
  ///   - plan: Where to listen.
  ///   - respond: Answers a request.
  ///   - whenListening: Called once, with the port, when clients can connect.
  /// - Throws: What went wrong, whose description is a line for the user.
  public var serve:
    @Sendable (
      _ plan: SitePlan, _ respond: @escaping @Sendable (HTTPRequest) async -> HTTPResponse,
      _ whenListening: @escaping @Sendable (UInt16) -> Void
    ) async throws -> Void
}

extension SiteServerClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  /// What listens for clients on other machines.
  public var siteServer: SiteServerClient {
    get { self[SiteServerClient.self] }
    set { self[SiteServerClient.self] = newValue }
  }
}
