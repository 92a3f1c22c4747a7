public import Dependencies
public import DependenciesMacros
public import HTTPMessages

@DependencyClient
public struct ApiClient: Sendable {
  /// Sends a request with the server's token and returns once the response head has arrived.
  /// Throws ``ApiError`` only if no response arrives: error statuses are returned.
  public var send:
    @Sendable (_ request: HTTPRequest, _ to: ServerAddress) async throws -> HTTPResponse
}

extension ApiClient: TestDependencyKey {
  public static let testValue = Self()

  public static var previewValue: Self {
    Self { _, _ in HTTPResponse(.notFound, text: "not found\n") }
  }
}

extension DependencyValues {
  public var apiClient: ApiClient {
    get { self[ApiClient.self] }
    set { self[ApiClient.self] = newValue }
  }
}
