import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

extension RecordMemoScreen {
  public var name: String { "Recording" }

  public var keys: [KeyBinding<Action>] {
    guard let memo = store.recordingMemo
    else { return idleKeys }
    return [
      KeyBinding(
        [.enter, "s"], .stopButtonTapped, "stop and save", help: "End the recording and save it",
        isEnabled: memo.isOpen),
      KeyBinding(
        [.space, "p"], .pauseButtonTapped, memo.mode == .paused ? "resume" : "pause",
        help: "Pause the recording, or resume it", isEnabled: memo.isOpen),
      KeyBinding(
        ["d", .escape], .discardButtonTapped, "discard", help: "Discard the recording",
        isEnabled: memo.isOpen),
    ]
  }

  private var idleKeys: [KeyBinding<Action>] {
    let hasDrafts = !store.drafts.isEmpty
    return [
      KeyBinding([.enter, "r"], .recordButtonTapped, "record", help: "Record a memo"),
      KeyBinding(
        ["s", "k"], .saveDraftButtonTapped, "save the earlier one",
        help: "Make a memo of the earlier recording", isEnabled: hasDrafts),
      KeyBinding(
        ["d"], .discardDraftButtonTapped, "discard it", help: "Discard the earlier recording",
        isEnabled: hasDrafts),
    ]
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    // Nobody leaves a recording by mistake.
    event == .key("q") && store.recordingMemo?.isOpen == true
  }
}
