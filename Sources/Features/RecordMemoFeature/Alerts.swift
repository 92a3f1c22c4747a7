public import AudioRecorderClient
public import ComposableArchitecture
import ComposableTerminal
import Styleguide

extension AlertState {
  public static func interrupted(_ end: RecordingEnd) -> Self {
    message("The recording was interrupted.", "\(end.message.firstLetterUppercased).")
  }
}

extension AlertState where Action == RecordMemoFeature.Action.Alert {
  static let discard = question("Discard this recording?", .confirmDiscardButtonTapped)

  static let discardDraft = question(
    "Discard the earlier recording?", .confirmDiscardDraftButtonTapped)

  static func cannotRecord(_ status: AudioInputStatus?) -> Self {
    let (title, reason): (String, String?) =
      switch status {
      case .deviceMissing(let id):
        (
          "The selected device is not available.",
          "'\(id)' was not found. Plug it in, or press v to choose another"
        )
      case .denied: ("The sound server refused the connection.", status?.hint)
      case .noDevice: ("No microphone found.", status?.hint)
      case .noServer(let text):
        (
          "Cannot connect to a sound server.",
          [text, status?.hint?.firstLetterUppercased].compactMap { $0 }.filter { !$0.isEmpty }
            .joined(separator: ". ")
        )
      case .muted, .ready, nil:
        ("Recording is not possible.", "run 'speechmemo doctor' to find out why")
      }
    return message(title, "\((reason ?? "").firstLetterUppercased).")
  }

  static func draftsNotRead(_ error: any Error) -> Self {
    message("Earlier recordings could not be read.", error)
  }

  static func notDiscarded(_ error: any Error) -> Self {
    message("The recording was not discarded.", error)
  }

  static func notSaved(_ error: any Error) -> Self {
    message("The recording is safe, but could not be saved as a memo.", error)
  }

  static func recordingFailed(_ error: any Error) -> Self {
    guard let failure = error as? AudioRecorderClient.Failure
    else { return message("Recording failed.", error) }
    if case .unavailable(let status) = failure { return cannotRecord(status) }
    return message(failure.title, "\(failure)".sentence)
  }

  private static func question(_ title: String, _ answer: Action) -> Self {
    question(
      title, "It will be moved to the trash. You can restore it from there.", "Discard",
      role: .destructive, action: answer)
  }
}

extension AudioRecorderClient.Failure {
  fileprivate var title: String {
    switch self {
    case .alreadyRecording: "A recording is already in progress."
    case .destinationExists, .unwritable: "The recording cannot be written."
    case .diskFull: "There is not enough space to record."
    case .draftKept: "The recording is safe, but not saved as a memo yet."
    case .nothingRecorded: "Nothing was recorded."
    case .unavailable: "Recording is not possible."
    }
  }
}
