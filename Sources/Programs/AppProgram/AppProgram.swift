import AppFeature
import ComposableArchitecture
import ComposableTerminal
public import LibraryFolder
public import SharedModels
public import TerminalClient
import WebhookCore

/// The app as a program shows it, in the person's library.
@MainActor
public enum AppProgram {
  /// Shows the app until the person ends it, or the task is cancelled. When it returns, all that
  /// was changed is stored, and the terminal is as it was. Meanwhile the library's webhook is told of
  /// what happens.
  ///
  /// - Parameters:
  ///   - link: Where to go first; where the person was the last time, if nowhere.
  ///   - terminal: Where to show it.
  ///   - clock: What frames, the escape key and the webhook are timed on.
  ///   - configuration: Where the person's own keys are. If they cannot be read, the usual keys count,
  ///     and the app says so.
  /// - Throws: `TerminalClient.NoTerminal` where there is none that can be drawn on,
  ///   `TerminalClient.TerminalGone` when it was closed, and `AppLifecycle.Failure` when something
  ///   could not be stored.
  public static func run(
    link: DeepLink? = nil, on terminal: TerminalClient,
    clock: any Clock<Duration> = ContinuousClock(),
    configuration: ConfigurationFolder = ConfigurationFolder()
  ) async throws {
    var keys = KeyMap()
    var problem: String?
    do {
      keys = try KeysFile(in: configuration).read()
    } catch {
      problem = "The default keys are used: \(error)"
    }
    let store = Store(initialState: AppFeature.State(link: link, problem: problem)) {
      AppFeature()
    }
    let lifecycle = AppLifecycle()
    lifecycle.begin(store)
    let sender = withDependencies {
      $0.continuousClock = clock
    } operation: {
      WebhookSender()
    }
    try await sender.sending { @MainActor in
      try await withDependencies {
        $0.keyMap = keys
      } operation: {
        try await AppScreen(store: store).run(on: terminal, clock: clock) {
          try await lifecycle.end(store)
        }
      }
    }
  }
}
