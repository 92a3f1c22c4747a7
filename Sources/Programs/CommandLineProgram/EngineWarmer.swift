import Dependencies
import SharedSettings
import Sharing
import SpeechClient

/// Starts the engine early, so that a later transcription doesn't wait for it.
struct EngineWarmer {
  var pause: Duration = .zero

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.isRemote) private var isRemote
  @SharedReader(.settings) private var settings
  @Dependency(\.speechClient) private var speechClient

  func during(_ work: () async throws -> Void) async throws {
    // Transcripts are made on the server's machine.
    guard !isRemote
    else { return try await work() }
    try await withThrowingTaskGroup(of: Void.self) { group in
      group.addTask { [pause, clock, speechClient, model = settings.model] in
        if pause > .zero { try await clock.sleep(for: pause) }
        await speechClient.keepWarm(model: model)
      }
      defer { group.cancelAll() }
      try await work()
    }
  }
}
