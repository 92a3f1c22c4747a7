import AudioRecorderClient
import ComposableArchitecture
import ComposableTerminal
import Foundation

extension AlertState where Action == RecordMemoFeature.Action.Alert {
  static let discard = question(
    "Discard this recording?", "This cannot be undone.", .confirmDiscardButtonTapped)

  static let discardDraft = question(
    "Discard the earlier recording?", "This cannot be undone.",
    .confirmDiscardDraftButtonTapped)

  static let permissionRequired = message(
    "Permission is required to record voice memos.",
    """
    Plug a microphone in, and check that a sound server is running: 'speechmemo doctor' says \
    what is wrong.
    """)

  static func interrupted(_ end: RecordingEnd) -> Self {
    message("The recording was interrupted.", end.message)
  }

  static func draftsNotRead(_ error: any Error) -> Self {
    message("An earlier recording cannot be recovered.", error)
  }

  static func notDiscarded(_ error: any Error) -> Self {
    message("The recording could not be discarded.", error.localizedDescription)
  }

  static func notSaved(_ error: any Error) -> Self {
    message("The recording is safe, but could not be saved as a memo.", error)
  }

  static func recordingFailed(_ error: any Error) -> Self {
    message("Voice memo recording failed.", error)
  }

  private static func question(_ title: String, _ text: String, _ answer: Action) -> Self {
    Self {
      TextState(title)
    } actions: {
      ButtonState(role: .destructive, action: answer) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState(text)
    }
  }
}
