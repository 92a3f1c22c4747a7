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
        [.enter], .stopButtonTapped, "stop and save", help: "Stop and save the recording",
        isEnabled: memo.isActive),
      KeyBinding(
        [.space], .pauseButtonTapped, memo.mode == .paused ? "resume" : "pause",
        help: "Pause or resume the recording", isEnabled: memo.isPausable),
      KeyBinding(
        ["d", .escape], .discardButtonTapped, "discard",
        help: "Move the recording to the trash (asks first)",
        isEnabled: memo.isActive),
    ]
  }

  private var idleKeys: [KeyBinding<Action>] {
    let hasDrafts = !store.drafts.isEmpty
    let isStoring = store.isStoringDraft
    return [
      KeyBinding(
        [.enter], .saveDraftButtonTapped, "save the earlier one",
        help: "Save the earlier recording as a memo", isEnabled: hasDrafts && !isStoring),
      KeyBinding(
        ["d", .delete], .discardDraftButtonTapped, "discard it",
        help: "Move the earlier recording to the trash (asks first)",
        isEnabled: hasDrafts && !isStoring),
      KeyBinding(
        hasDrafts ? [.ctrl("n")] : [.enter, .ctrl("n")], .recordButtonTapped, "record",
        help: "Record a memo", isEnabled: !isStoring),
      KeyBinding(
        ["v"], .deviceButtonTapped, "device", help: "Choose the recording device",
        isEnabled: !isStoring),
    ]
  }
}
