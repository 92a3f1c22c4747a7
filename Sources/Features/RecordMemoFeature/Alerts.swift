import AudioRecorderClient
import ComposableArchitecture
import ComposableTerminal
import Styleguide

extension AlertState where Action == RecordMemoFeature.Action.Alert {
  static let discard = question("Discard this recording?", .confirmDiscardButtonTapped)

  static let discardDraft = question(
    "Discard the earlier recording?", .confirmDiscardDraftButtonTapped)

  /// Why nothing can be recorded, and what to do.
  static func cannotRecord(_ status: AudioInputStatus?) -> Self {
    let (title, reason): (String, String?) =
      switch status {
      case .deviceMissing(let id):
        (
          "The chosen device is not there.",
          "'\(id)' cannot be recorded from. Plug it in, or press v to choose another"
        )
      case .denied: ("The sound server refuses the connection.", status?.hint)
      case .noDevice: ("There is no microphone.", status?.hint)
      case .noServer(let text):
        (
          "No sound server answers.",
          [text, status?.hint?.firstLetterUppercased].compactMap { $0 }.filter { !$0.isEmpty }
            .joined(separator: ". ")
        )
      case .muted, .ready, nil: ("Nothing can be recorded.", "'speechmemo doctor' says why")
      }
    return message(title, "\((reason ?? "").firstLetterUppercased).")
  }

  static func interrupted(_ end: RecordingEnd) -> Self {
    message("The recording was interrupted.", end.message)
  }

  static func draftsNotRead(_ error: any Error) -> Self {
    message("An earlier recording cannot be recovered.", error)
  }

  static func notDiscarded(_ error: any Error) -> Self {
    message("The recording is still there.", error)
  }

  static func notRestored(_ error: any Error) -> Self {
    message("The recording is still in the trash.", error)
  }

  static func notSaved(_ error: any Error) -> Self {
    message("The recording is safe, but could not be saved as a memo.", error)
  }

  static func recordingFailed(_ error: any Error) -> Self {
    guard let failure = error as? AudioRecorderClient.Failure
    else { return message("Voice memo recording failed.", error) }
    if case .unavailable(let status) = failure { return cannotRecord(status) }
    return message(failure.title, "\(failure)".firstLetterUppercased + ".")
  }

  private static func question(_ title: String, _ answer: Action) -> Self {
    Self {
      TextState(title)
    } actions: {
      ButtonState(role: .destructive, action: answer) { TextState("Discard") }
      ButtonState(role: .cancel) { TextState("Cancel") }
    } message: {
      TextState("It goes to the trash, from where you can restore it.")
    }
  }
}

extension AudioRecorderClient.Failure {
  /// What could not be done, in a sentence.
  fileprivate var title: String {
    switch self {
    case .alreadyRecording: "There is a recording already."
    case .destinationExists, .unwritable: "The recording cannot be written."
    case .diskFull: "There is too little space to record."
    case .draftKept: "The recording is kept, but it is no memo yet."
    case .nothingRecorded: "Nothing was recorded."
    case .unavailable: "Nothing can be recorded."
    }
  }
}
