import Dependencies
import SharedSettings
import Sharing
import SpeechClient

/// Has a speech engine ready before somebody needs it, also for the person's other programs, while
/// something goes on that lasts.
struct WarmEngine {
  /// After how long it is made ready.
  var pause: Duration = .zero

  @Dependency(\.continuousClock) private var clock
  @Dependency(\.isRemote) private var isRemote
  @SharedReader(.settings) private var settings
  @Dependency(\.speechClient) private var speechClient

  /// Returns what the work does, and throws what it throws.
  func whileDoing(_ work: () async throws -> Void) async throws {
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
