import ComposableArchitecture
import ComposableTerminal

extension ChoicePrompt<PlaybackFeature.CopyTarget>.State {
  /// Asks what is to be copied.
  static func copy(hasText: Bool) -> Self {
    Self(
      "Copy",
      choices: (hasText
        ? [
          .init("The sentence", value: .sentence), .init("The word", value: .word),
          .init("The whole text", value: .memo),
        ] : [])
        + [.init("A link to this place", value: .link)],
      selection: hasText ? .sentence : .link,
      remark: "Goes to the terminal's clipboard, if the terminal allows it.")
  }
}

extension AlertState where Action == Never {
  static let audioGone = message(
    "The audio of this memo is gone.",
    "Its file is not in the library's folder. The text can still be read and edited.")

  static let editedTextEmpty = message(
    "Nothing was changed.", "The text that came back from the editor is empty.")

  /// What was typed into a sentence that is another one by now.
  static func draftFitsNoMore(_ text: String) -> Self {
    message(
      "What was typed here fits no more.",
      "The sentence that it was for has been changed meanwhile. It was: \u{201c}\(text)\u{201d}")
  }

  static func editedTextKept(_ path: String) -> Self {
    message(
      "Nothing was changed.", "The transcript was made anew meanwhile. Your text is in \(path).")
  }

  static func notEdited(_ error: any Error) -> Self {
    message("The text was not edited.", error)
  }

  static func notSaved(_ error: any Error) -> Self {
    message("The change was not saved.", error)
  }

  static func playbackFailed(_ error: any Error) -> Self {
    message("Voice memo playback failed.", error)
  }
}
