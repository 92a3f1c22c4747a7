import Dependencies
import ServerRouter
import SpeechClient

/// The engine's status, cached for a minute because asking may have to start the engine.
public actor EngineReport {
  private var age: (@Sendable () -> Duration)?
  private var asking: Task<ServerDescription.Engine, Never>?

  private static let lifetime: Duration = .seconds(60)

  public init() {}

  var value: ServerDescription.Engine {
    get async {
      if let asking, let age, age() < Self.lifetime { return await asking.value }
      @Dependency(\.continuousClock) var clock
      @Dependency(\.speechClient) var speechClient
      let task = Task { [speechClient] in
        ServerDescription.Engine(await speechClient.engineStatus())
      }
      age = clock.stopwatch()
      asking = task
      return await task.value
    }
  }
}

extension ServerDescription.Engine {
  fileprivate init(_ status: SpeechEngineStatus) {
    self.init(
      isReady: status.failure == nil, name: status.engine?.name, version: status.engine?.version,
      model: status.model, models: status.models.filter(\.isInstalled).map(\.name))
  }
}
