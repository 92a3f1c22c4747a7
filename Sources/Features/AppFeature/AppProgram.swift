import ComposableArchitecture
import ComposableTerminal
public import LibraryFolder
public import SharedModels
public import TerminalClient
import WebhookCore

@MainActor
public enum AppProgram {
  /// Runs until the user quits or the task is canceled. Throws `TerminalClient.NoTerminal`,
  /// `TerminalClient.TerminalGone`, and `AppLifecycle.Failure` if something couldn't be stored.
  public static func run(
    link: DeepLink?, on terminal: TerminalClient,
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
      $0.continuousClock = ContinuousClock()
    } operation: {
      WebhookSender()
    }
    try await sender.sending { @MainActor in
      try await withDependencies {
        $0.keyMap = keys
      } operation: {
        try await AppScreen(store: store).run(on: terminal) {
          try await lifecycle.end(store)
        }
      }
    }
  }
}
