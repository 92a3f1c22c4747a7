import AudioFileClient
import AudioPlayerClient
public import ComposableArchitecture
import ComposableTerminal
import Foundation
public import SharedModels
public import Tagged

extension PlaybackFeature {
  @CasePathable
  public enum Alert: Equatable, Sendable {
    case copyTypedTextButtonTapped
    case discardTypedTextButtonTapped
    case editTypedTextButtonTapped
    case forgetVoiceButtonTapped(String)
    case rememberVoiceButtonTapped(Speaker.ID)
    case saveTypedTextButtonTapped
  }
}

extension AlertState where Action == PlaybackFeature.Alert {
  static let audioMissing = message(
    "This memo's audio file is missing.",
    "It is not in the library folder. You can still read and edit the transcript.")

  static let editedTextEmpty = message(
    "Nothing was changed.", "The text returned by the editor is empty.")

  static func notEdited(_ error: any Error) -> Self {
    message("The text could not be edited.", error)
  }

  static func notSaved(_ error: any Error, editedFile: URL? = nil) -> Self {
    message(
      "The change was not saved.",
      "\(error)" + (editedFile.map { "; a copy of your text is in \($0.path)" } ?? ""))
  }

  static func playbackFailed(_ error: any Error) -> Self {
    let title =
      switch error {
      case AudioPlayerClient.Failure.unavailable(.noServer): "Cannot connect to a sound server."
      case AudioPlayerClient.Failure.unavailable(.denied):
        "The sound server refused the connection."
      case AudioPlayerClient.Failure.unavailable: "No playback device found."
      case AudioPlayerClient.Failure.deviceLost: "The playback device was disconnected."
      case AudioPlayerClient.Failure.serverLost: "The sound server stopped."
      case AudioPlayerClient.Failure.unplayable: "The playback device cannot play this audio."
      case is AudioFileError: "This memo's audio cannot be read."
      default: "The memo cannot be played."
      }
    return message(title, error)
  }

  static func speakersNotFound(_ error: any Error) -> Self {
    message("Speakers were not detected.", error)
  }

  static func voicesNotRead(_ error: any Error) -> Self {
    message("The remembered voices cannot be read.", error)
  }

  /// Shown with the typed text in the field, if its segment has changed since.
  static let segmentChanged = message(
    "This segment has changed since you edited it.",
    "Your text is back in the field. Saving it replaces the underlined segment, so check it "
      + "first.")

  /// `fits` is `false` if the transcript has changed since it was edited.
  static func typedText(fits: Bool) -> Self {
    Self {
      TextState("Your edits were not saved.")
    } actions: {
      if fits {
        ButtonState(action: .saveTypedTextButtonTapped) { TextState("Save") }
      }
      ButtonState(action: .editTypedTextButtonTapped) { TextState("Edit") }
      ButtonState(role: .destructive, action: .discardTypedTextButtonTapped) {
        TextState("Discard")
      }
      ButtonState(role: .cancel) { TextState("Later") }
    } message: {
      TextState(
        fits
          ? "The text from your editor is still available."
          : "The text from your editor is still available, but the transcript has changed since. "
            + "If you edit and save it, it replaces the transcript.")
    }
  }

  static func typedTextOutdated(_ text: String) -> Self {
    Self {
      TextState("The transcript has changed since you typed this.")
    } actions: {
      ButtonState(action: .copyTypedTextButtonTapped) { TextState("Copy") }
      ButtonState(role: .destructive, action: .discardTypedTextButtonTapped) {
        TextState("Discard")
      }
      ButtonState(role: .cancel) { TextState("Later") }
    } message: {
      TextState("You typed: \u{201c}\(text)\u{201d}")
    }
  }

  static func rememberVoice(of id: Speaker.ID, _ name: String) -> Self {
    question(
      "Remember \(name)'s voice?",
      "Later memos will suggest \(name) when the voice matches. A voice is personal data: it is "
        + "stored only in your library, until you forget it.",
      "Remember", action: .rememberVoiceButtonTapped(id))
  }

  static func forgetVoice(_ name: String) -> Self {
    question(
      "Forget \(name)'s voice?",
      "The voice is deleted from the library, so later memos will not suggest \(name). Speakers "
        + "keep their names.",
      "Forget", role: .destructive, action: .forgetVoiceButtonTapped(name))
  }
}
