public import Dependencies
public import DependenciesMacros
public import HTTPMessages

@DependencyClient
public struct ApiClient: Sendable {
  /// Returns once the response head has arrived. Throws ``ApiError`` only without a response.
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
