import ComposableArchitecture

extension AlertState where Action == RecordingsListFeature.Destination.Alert {
  /// A change could not be saved. It stays in memory, so that saving can be tried again.
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
