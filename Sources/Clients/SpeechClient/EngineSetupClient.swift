import ConcurrencyExtras
public import Dependencies
public import DependenciesMacros

/// Sets up the default engine. Other engines need no setup.
@DependencyClient
public struct EngineSetupClient: Sendable {
  /// `true` if the default engine is missing. The settings may choose another engine.
  public var isNeeded: @Sendable () -> Bool = { false }

  /// Returns when done. Cancellation keeps an earlier engine. Throws ``SpeechClient/Failure``.
  public var run:
    @Sendable (
      _ request: EngineSetupRequest, _ report: @escaping @Sendable (EngineSetupEvent) -> Void
    ) async throws -> Void
}

public struct EngineSetupRequest: Equatable, Sendable {
  /// The file to pack the engine's packages into, instead of setting up the engine.
  public var bundle: String?
  public var isForced: Bool
  public var includesSpeakers: Bool
  /// The bundle to install from, instead of the network.
  public var source: String?

  public init(
    bundle: String? = nil, isForced: Bool = false, includesSpeakers: Bool = false,
    source: String? = nil
  ) {
    self.bundle = bundle
    self.isForced = isForced
    self.includesSpeakers = includesSpeakers
    self.source = source
  }
}

public enum EngineSetupEvent: Equatable, Sendable {
  /// The last event, unless there was nothing to do. The model is the engine's default.
  case done(model: String)
  /// A problem that doesn't end the setup.
  case problem(String)
  case step(String, percent: Int)
}

extension EngineSetupClient: TestDependencyKey {
  public static let previewValue = Self.simulated()
  public static let testValue = Self()

  public static func simulated(isNeeded: Bool = true) -> Self {
    let isNeeded = LockIsolated(isNeeded)
    return Self(
      isNeeded: { isNeeded.value },
      run: { request, report in
        report(.step("downloading av (39 MB)", percent: 38))
        report(.step("done", percent: 100))
        if request.bundle == nil { isNeeded.setValue(false) }
      })
  }
}

extension DependencyValues {
  public var engineSetup: EngineSetupClient {
    get { self[EngineSetupClient.self] }
    set { self[EngineSetupClient.self] = newValue }
  }
}
