public import Dependencies
public import DependenciesMacros
public import PreviewHarness
public import SharedModels

/// The app that the program opens where no command is given.
@DependencyClient
public struct AppClient: Sendable {
  /// Opens the app, and returns when the person has closed it and all is stored.
  ///
  /// - Throws: `UsageError` for a request that means nothing; otherwise what went wrong, whose
  ///   description is a line for the user.
  public var open: @Sendable (_ request: AppRequest) async throws -> Void
}

/// What to open.
public struct AppRequest: Equatable, Sendable {
  /// Where to go first; where the person was the last time, if nowhere.
  public var link: DeepLink?
  public var preview: PreviewRequest

  public init(link: DeepLink? = nil, preview: PreviewRequest = PreviewRequest()) {
    self.link = link
    self.preview = preview
  }
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
