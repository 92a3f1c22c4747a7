import ComposableArchitecture

extension AlertState where Action == Never {
  static let audioGone = Self {
    TextState("The audio of this memo is gone.")
  } actions: {
    ButtonState(role: .cancel) { TextState("OK") }
  } message: {
    TextState("Its file is not in the library's folder. The text can still be read and edited.")
  }

  static func playbackFailed(_ error: any Error) -> Self {
    Self {
      TextState("Voice memo playback failed.")
    } actions: {
      ButtonState(role: .cancel) { TextState("OK") }
    } message: {
      TextState(String(describing: error))
    }
  }

  static func notSaved(_ error: any Error) -> Self {
    Self {
      TextState("The change was not saved.")
    } actions: {
      ButtonState(role: .cancel) { TextState("OK") }
    } message: {
      TextState(String(describing: error))
    }
  }
}
