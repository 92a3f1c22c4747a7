public import Dependencies
public import DependenciesMacros
public import SharedModels

@DependencyClient
public struct AppClient: Sendable {
  /// Opens the app and returns when it is closed and everything is stored.
  public var open: @Sendable (_ link: DeepLink?) async throws -> Void
}

extension AppClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  public var app: AppClient {
    get { self[AppClient.self] }
    set { self[AppClient.self] = newValue }
  }
}
