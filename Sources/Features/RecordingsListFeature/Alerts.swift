import ComposableArchitecture
import ComposableTerminal

extension AlertState where Action == RecordingsListFeature.Destination.Alert {
  /// The change stays in memory, so that saving can be retried.
  static func notSaved(_ error: any Error) -> Self {
    question(
      "The change was not saved.", "\(error)", "Try again", action: .tryAgainButtonTapped,
      cancel: "Later")
  }
}
