import ComposableArchitecture
public import TerminalUI

extension RecordMemoView {
  /// Does what a key asks for.
  ///
  /// - Returns: Whether it is of use here.
  public func handle(_ event: Event) -> Bool {
    if let alert = store.alert { return handle(event, in: alert) }
    guard case .key(let key) = event
    else { return false }
    guard let memo = store.recordingMemo
    else { return handleAtRest(key) }
    switch key {
    case .enter, "s": store.send(.stopButtonTapped)
    case .space, "p": store.send(.pauseButtonTapped)
    case "d", .escape: store.send(.discardButtonTapped)
    // Nobody leaves a recording by mistake.
    case "q": return memo.isOpen
    default: return false
    }
    return true
  }

  private func handleAtRest(_ key: Key) -> Bool {
    switch key {
    case .enter, "r": store.send(.recordButtonTapped)
    case "k" where !store.drafts.isEmpty: store.send(.keepDraftButtonTapped)
    case "d" where !store.drafts.isEmpty: store.send(.discardDraftButtonTapped)
    default: return false
    }
    return true
  }

  /// Nothing behind an alert gets a key. What destroys has a key of its own.
  private func handle(
    _ event: Event, in alert: AlertState<RecordMemoFeature.Action.Alert>
  ) -> Bool {
    let destroys = alert.buttons.first { $0.role == .destructive }?.action.action
    switch event {
    case .key(.enter), .key(.escape), .key("n"):
      store.send(.alert(.dismiss))
    case .key("d"), .key("y"):
      if let destroys { store.send(.alert(.presented(destroys))) }
    default: break
    }
    return true
  }
}
