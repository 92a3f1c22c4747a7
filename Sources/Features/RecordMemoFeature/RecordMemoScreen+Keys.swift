import ComposableArchitecture
public import ComposableTerminal
import TerminalUI

extension RecordMemoScreen {
  public var name: String { "Recording" }

  public var keys: [KeyBinding<Action>] {
    guard let memo = store.recordingMemo
    else { return idleKeys }
    return [
      KeyBinding(
        [.enter], .stopButtonTapped, "stop and save", help: "End the recording and save it",
        isEnabled: memo.isOpen),
      KeyBinding(
        [.space], .pauseButtonTapped, memo.mode == .paused ? "resume" : "pause",
        help: "Pause the recording, or resume it", isEnabled: memo.isPausable),
      KeyBinding(
        ["d", .escape], .discardButtonTapped, "discard",
        help: "Put the recording into the trash, after a question",
        isEnabled: memo.isOpen),
    ]
  }

  private var idleKeys: [KeyBinding<Action>] {
    let hasDrafts = !store.drafts.isEmpty
    return [
      KeyBinding(
        ["u"], .undoButtonTapped, "undo", help: "Restore the recording from the trash",
        isEnabled: store.discarded != nil),
      KeyBinding(
        [.enter], .saveDraftButtonTapped, "save the earlier one",
        help: "Make a memo of the earlier recording", isEnabled: hasDrafts),
      KeyBinding(
        ["d", .delete], .discardDraftButtonTapped, "discard it",
        help: "Put the earlier recording into the trash, after a question", isEnabled: hasDrafts),
      KeyBinding(
        hasDrafts ? ["n", .ctrl("n")] : [.enter, "n", .ctrl("n")], .recordButtonTapped, "record",
        help: "Record a memo"),
      KeyBinding(
        ["v"], .deviceButtonTapped, "device", help: "Choose what to record from"),
    ]
  }
}
