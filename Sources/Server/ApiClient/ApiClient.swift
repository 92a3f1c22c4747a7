public import Dependencies
public import DependenciesMacros
public import HTTPMessages

/// Asks servers of ours.
@DependencyClient
public struct ApiClient: Sendable {
  /// Sends a request, and returns when the head of its answer is there; the body comes as it is
  /// read.
  ///
  /// The token and the machine's name are added to what the request says.
  ///
  /// - Throws: ``ApiError/unreachable(server:reason:isTransient:)`` where no answer comes. Whatever
  ///   the server answers is an answer.
  public var send:
    @Sendable (_ request: HTTPRequest, _ to: ServerAddress) async throws -> HTTPResponse
}

extension ApiClient: TestDependencyKey {
  public static let testValue = Self()

  /// A server that has nothing.
  public static var previewValue: Self {
    Self { _, _ in HTTPResponse(.notFound, text: "not found\n") }
  }
}

extension DependencyValues {
  /// Asks servers of ours.
  public var apiClient: ApiClient {
    get { self[ApiClient.self] }
    set { self[ApiClient.self] = newValue }
  }
}
