import ComposableArchitecture
import ComposableTerminal

extension AlertState where Action == Never {
  static let audioGone = message(
    "The audio of this memo is gone.",
    "Its file is not in the library's folder. The text can still be read and edited.")

  static func notSaved(_ error: any Error) -> Self {
    message("The change was not saved.", error)
  }

  static func playbackFailed(_ error: any Error) -> Self {
    message("Voice memo playback failed.", error)
  }
}
