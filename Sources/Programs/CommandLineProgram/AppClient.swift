public import Dependencies
public import DependenciesMacros
public import SharedModels

/// The app that the program opens where no command is given.
@DependencyClient
public struct AppClient: Sendable {
  /// Opens the app at a link, or where it was closed the last time. Returns when the app has been
  /// closed and everything is stored.
  ///
  /// - Throws: What went wrong, whose description is a line for the user.
  public var open: @Sendable (_ link: DeepLink?) async throws -> Void
}

extension AppClient: TestDependencyKey {
  public static let testValue = Self()
}

extension DependencyValues {
  /// The app that the program opens where no command is given.
  public var app: AppClient {
    get { self[AppClient.self] }
    set { self[AppClient.self] = newValue }
  }
}
