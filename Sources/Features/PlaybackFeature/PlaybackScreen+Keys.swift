import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

extension PlaybackScreen {
  public var keys: [KeyBinding<Action>] {
    store.editing == nil ? playbackKeys : editingKeys
  }

  private var playbackKeys: [KeyBinding<Action>] {
    let hasChosenWord = store.chosenWordIndex != nil
    return [
      KeyBinding(
        ["r"], .reloadButtonTapped, "try again", help: "Read the text again",
        isEnabled: store.transcript.is(\.failed)),
      KeyBinding(
        [.space], .playButtonTapped, store.mode == .playing ? "pause" : "play",
        help: "Play or pause"),
      KeyBinding(
        ["u"], .undoButtonTapped, "undo", help: "Undo the last change",
        isEnabled: !store.undoSteps.isEmpty),
      KeyBinding(
        [[.left, "h"]: -5, [.right, "l"]: 5], { .seekButtonTapped(by: $0) }, "5 s",
        help: "Back or forward 5 seconds"),
      KeyBinding(
        [["w"]: 1, ["b"]: -1], { .wordChosen(by: $0) }, "word",
        help: "Choose the next or previous word"),
      KeyBinding(
        [[.up, "k"]: -1, [.down, "j"]: 1], { .sentenceChosen(by: $0) }, "sentence",
        help: "Choose the previous or next sentence"),
      KeyBinding(
        [.enter], .chosenWordButtonTapped, "go there", help: "Go to the chosen word",
        isEnabled: hasChosenWord),
      KeyBinding(
        [.escape], .cancelButtonTapped, help: "Clear the selection", isEnabled: hasChosenWord),
      KeyBinding(["e"], .editTextButtonTapped, "edit text", help: "Edit the sentence"),
      KeyBinding(["t"], .editTitleButtonTapped, "title", help: "Edit the title"),
      KeyBinding(
        [["+", "="]: 1, ["-"]: -1], { .speedButtonTapped(by: $0) }, "speed",
        help: "Play faster or slower"),
      KeyBinding(["s"], .skipSilenceButtonTapped, "silence", help: "Skip silence, or play it"),
    ]
  }

  private var editingKeys: [KeyBinding<Action>] {
    [
      KeyBinding([.enter], .saveButtonTapped, "save", help: "Save what was typed"),
      KeyBinding([.escape], .cancelButtonTapped, "cancel", help: "Leave the text as it was"),
    ]
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    guard let editing = store.editing
    else { return false }
    switch event {
    case .key, .paste:
      // While text is typed, a key that types nothing is not a command, either.
      edit(editing.field, with: event) { .textFieldChanged($0) }
      return true
    case .background, .focus, .mouse, .resize:
      return false
    }
  }
}
