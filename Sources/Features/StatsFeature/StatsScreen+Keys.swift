import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

extension StatsScreen {
  public var name: String { "Statistics" }

  public var keys: [KeyBinding<Action>] {
    let hasBars = store.statistics.map { $0.memoCount > 0 } ?? false
    return [
      // Only after an error: other changes are counted by themselves.
      KeyBinding(
        ["R"], .reloadButtonTapped, "try again", help: "Count again",
        isEnabled: store.problem != nil && store.statistics != nil),
      KeyBinding(
        [[.left]: -1, [.right]: 1], { .measureButtonTapped(by: $0) },
        hasBars ? "by \(store.measure.label)" : nil, help: "Show length, words or memos",
        isEnabled: hasBars),
    ] + KeyBinding.listMoves(help: "Scroll", isEnabled: hasBars && store.isLong)
  }

  public func willHandle(_ event: Event, in frame: Frame) {
    measure(\.isLong, of: Self.pageID, in: frame)
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    if store.isLong, let offset = ScrollView.offset(after: event, in: frame, id: Self.pageID) {
      store.send(.set(\.offset, offset))
      return true
    }
    guard case .mouse(let mouse) = event, mouse.isClick,
      frame.tag(StatsFeature.Measure.self, at: mouse.point) != nil
    else { return false }
    store.send(.measureButtonTapped(by: 1))
    return true
  }
}

extension StatsFeature.Measure {
  fileprivate var label: String {
    switch self {
    case .duration: "length"
    case .memos: "memos"
    case .words: "words"
    }
  }
}
