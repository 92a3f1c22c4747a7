import ComposableArchitecture

extension AlertState where Action == RecordingsListFeature.Destination.Alert {
  /// A change could not be stored. It is kept in memory, so that it can be tried again.
  static func notSaved(_ error: any Error) -> Self {
    AlertState {
      TextState("Not saved")
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
