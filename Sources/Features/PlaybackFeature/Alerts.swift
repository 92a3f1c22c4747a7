import AudioFileClient
import AudioPlayerClient
public import ComposableArchitecture
import ComposableTerminal
import Foundation
public import SharedModels
public import Tagged

extension PlaybackFeature {
  /// What is answered to an alert.
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
  static let audioGone = message(
    "The audio of this memo is gone.",
    "Its file is not in the library's folder. The text can still be read and edited.")

  static let editedTextEmpty = message(
    "Nothing was changed.", "The text that came back from the editor is empty.")

  static func notEdited(_ error: any Error) -> Self {
    message("The text was not edited.", error)
  }

  static func notSaved(_ error: any Error, editedFile: URL? = nil) -> Self {
    message(
      "The change was not saved.",
      "\(error)" + (editedFile.map { "; your text is kept, also in \($0.path)" } ?? ""))
  }

  static func playbackFailed(_ error: any Error) -> Self {
    let title =
      switch error {
      case AudioPlayerClient.Failure.unavailable(.noServer),
        AudioPlayerClient.Failure.unavailable(.denied):
        "The sound server cannot be reached."
      case AudioPlayerClient.Failure.unavailable: "There is nothing to play to."
      case AudioPlayerClient.Failure.deviceLost: "The loudspeaker is gone."
      case AudioPlayerClient.Failure.serverLost: "The sound server has ended."
      case AudioPlayerClient.Failure.unplayable: "The device does not take the sound."
      case is AudioFileError: "The audio of this memo cannot be read."
      default: "The memo cannot be played."
      }
    return message(title, error)
  }

  static func speakersNotFound(_ error: any Error) -> Self {
    message("Who speaks was not found out.", error)
  }

  static func voicesNotRead(_ error: any Error) -> Self {
    message("The voices that are remembered cannot be read.", error)
  }

  // MARK: What was typed and not saved

  /// What was typed is in the field, for a sentence that is another one by now.
  static let sentenceIsAnother = message(
    "The sentence was changed meanwhile.",
    "What you typed the last time is in the field again. The line that is marked is what it would "
      + "replace: look before you save.")

  /// All of the text, as it came back from the editor.
  ///
  /// - Parameter fits: Whether the text is still the one that was edited.
  static func typedText(fits: Bool) -> Self {
    Self {
      TextState("Your text was not saved.")
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
          ? "What you made of this memo's text in your editor is still there."
          : "What you made of this memo's text in your editor is still there, but the text was "
            + "changed meanwhile: what your editor leaves takes its place.")
    }
  }

  /// What was typed for something that the memo has no more.
  static func typedTextFitsNoMore(_ text: String) -> Self {
    Self {
      TextState("What was typed here fits no more.")
    } actions: {
      ButtonState(action: .copyTypedTextButtonTapped) { TextState("Copy") }
      ButtonState(role: .destructive, action: .discardTypedTextButtonTapped) {
        TextState("Discard")
      }
      ButtonState(role: .cancel) { TextState("Later") }
    } message: {
      TextState("The text has been changed meanwhile. You typed: \u{201c}\(text)\u{201d}")
    }
  }

  // MARK: Voices

  static func rememberVoice(of id: Speaker.ID, _ name: String) -> Self {
    Self {
      TextState("Remember how \(name) sounds?")
    } actions: {
      ButtonState(action: .rememberVoiceButtonTapped(id)) { TextState("Remember") }
      ButtonState(role: .cancel) { TextState("Leave it") }
    } message: {
      TextState(
        "Later memos then ask whether it is \(name) who speaks. How somebody sounds is personal "
          + "data: it is kept in your library alone, until you have it forgotten.")
    }
  }

  static func forgetVoice(_ name: String) -> Self {
    Self {
      TextState("Forget how \(name) sounds?")
    } actions: {
      ButtonState(role: .destructive, action: .forgetVoiceButtonTapped(name)) {
        TextState("Forget")
      }
      ButtonState(role: .cancel) { TextState("Keep it") }
    } message: {
      TextState(
        "It is overwritten in the library, and no later memo asks about \(name). What speakers are "
          + "called stays.")
    }
  }
}
