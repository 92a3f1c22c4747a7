import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

extension TranscriptionScreen {
  public var name: String { "Queue" }

  public var keys: [KeyBinding<Action>] {
    let selection = store.state.selected?.job.state
    let failedCount = store.queue.count(.failed)
    return [
      KeyBinding(
        ["R"], .tryAgainButtonTapped, "try again", help: "Retry what failed",
        isEnabled: store.state.problem != nil),
      KeyBinding(
        [.enter], .openButtonTapped, "open", help: "Open the memo", isEnabled: selection != nil),
      KeyBinding(
        ["c", .delete], .cancelButtonTapped, "cancel", help: "Cancel the transcription",
        isEnabled: selection?.isUnfinished == true),
      KeyBinding(
        ["T"], .retryButtonTapped, selection == .done ? "redo" : "retry",
        help: "Transcribe the memo again", isEnabled: selection == .failed || selection == .done),
      KeyBinding(
        ["W"], .modelButtonTapped, "other model", help: "Transcribe the memo with another model",
        isEnabled: selection != nil),
      KeyBinding(
        ["A"], .retryAllButtonTapped, failedCount > 1 ? "retry all" : nil,
        help: "Retry all failed transcriptions", isEnabled: failedCount > 0),
      KeyBinding(
        ["p"], .pauseButtonTapped, store.work == .paused ? "resume" : "pause",
        help: "Pause or resume transcription"),
    ]
      + KeyBinding.listMoves(
        selection == nil ? "select" : nil, help: "Go to another job",
        isEnabled: store.list.canMove(among: store.queue.items.count))
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    move(
      \.list, with: event, count: store.queue.items.count, id: Self.listID, in: frame,
      pressed: .openButtonTapped)
  }
}
