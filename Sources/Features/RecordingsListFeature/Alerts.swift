import ComposableArchitecture

extension AlertState where Action == RecordingsListFeature.Destination.Alert {
  /// The change stays in memory, so that saving can be retried.
  static func notSaved(_ error: any Error) -> Self {
    AlertState {
      TextState("The change was not saved.")
    } actions: {
      ButtonState(action: .tryAgainButtonTapped) {
        TextState("Try again")
      }
      ButtonState(role: .cancel) {
        TextState("Later")
      }
    } message: {
      TextState("\(error)")
    }
  }
}
