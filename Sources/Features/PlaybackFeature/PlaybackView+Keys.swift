import ComposableArchitecture
public import TerminalUI

extension PlaybackView {
  /// Does what a key asks for.
  ///
  /// - Returns: Whether it is of use here.
  public func handle(_ event: Event) -> Bool {
    if store.alert != nil { return handleInAlert(event) }
    if let editing = store.editing { return handle(event, in: editing) }
    guard case .key(let key) = event
    else { return false }
    switch key {
    case .space: store.send(.playButtonTapped)
    case .left, "h": store.send(.seekButtonTapped(by: -5))
    case .right, "l": store.send(.seekButtonTapped(by: 5))
    case .up, "k": store.send(.sentenceChosen(by: -1))
    case .down, "j": store.send(.sentenceChosen(by: 1))
    case "b": store.send(.wordChosen(by: -1))
    case "w": store.send(.wordChosen(by: 1))
    case .enter:
      guard let index = store.chosenWordIndex
      else { return false }
      store.send(.wordTapped(index))
    case .escape:
      guard store.chosenWordIndex != nil
      else { return false }
      store.send(.cancelButtonTapped)
    case "+", "=": store.send(.speedButtonTapped(by: 1))
    case "-": store.send(.speedButtonTapped(by: -1))
    case "s": store.send(.skipSilenceButtonTapped)
    case "e": store.send(.editTextButtonTapped)
    case "t": store.send(.editTitleButtonTapped)
    case "u": store.send(.undoButtonTapped)
    case "r":
      guard case .failed = store.transcript
      else { return false }
      store.send(.reloadButtonTapped)
    default: return false
    }
    return true
  }

  /// Nothing behind an alert gets a key.
  private func handleInAlert(_ event: Event) -> Bool {
    switch event {
    case .key(.enter), .key(.escape), .key(.space):
      store.send(.alert(.dismiss))
    case .mouse(let mouse) where mouse.kind == .press:
      store.send(.alert(.dismiss))
    default: break
    }
    return true
  }

  private func handle(_ event: Event, in editing: PlaybackFeature.Editing) -> Bool {
    var field = editing.field
    switch event {
    case .key(.enter): store.send(.saveButtonTapped)
    case .key(.escape): store.send(.cancelButtonTapped)
    case .key, .paste:
      if field.handle(event) { store.send(.textFieldChanged(field)) }
    case .background, .focus, .mouse, .resize: return false
    }
    return true
  }
}
