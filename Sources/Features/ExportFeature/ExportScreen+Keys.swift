import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

extension ExportScreen {
  public var name: String { "Export" }

  public var typing: Typing { store.phase == .choosing && change == nil ? .text : .nothing }

  public var keys: [KeyBinding<Action>] {
    switch store.phase {
    case .choosing: choosingKeys
    case .exporting:
      [
        KeyBinding(
          [.escape, "q"], .cancelButtonTapped, "stop",
          help: "Stop and keep the files written so far")
      ]
    case .finished(let skipped):
      [KeyBinding([.enter, .escape, "q"], .cancelButtonTapped, "done", help: "Close the page")]
        + KeyBinding.listMoves(
          "select", help: "Go to another memo", isEnabled: skipped.count > 1)
    }
  }

  private var choosingKeys: [KeyBinding<Action>] {
    var keys = [
      KeyBinding<Action>([.enter], .exportButtonTapped, "export", help: "Write the files")
    ]
    if let change {
      keys.append(
        KeyBinding(
          [[.left]: -1, [.right]: 1], change, "change",
          help: "Choose the previous or next value"))
    }
    return keys + [
      KeyBinding([.tab, .down], .fieldButtonTapped(by: 1), "next", help: "Go to the next setting"),
      KeyBinding([.backtab, .up], .fieldButtonTapped(by: -1), help: "Go to the previous setting"),
      // In a text field, q is typed.
      KeyBinding(
        change == nil ? [.escape] : [.escape, "q"], .cancelButtonTapped, "cancel",
        help: "Close without exporting"),
    ]
  }

  private var change: ((Int) -> Action)? {
    switch store.field {
    case .content: return { .contentButtonTapped(by: $0) }
    case .folder, .name: return nil
    case .lineCount: return { .lineCountButtonTapped(by: $0) }
    case .lineLength: return { .lineLengthButtonTapped(by: $0) }
    }
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    if case .finished(let skipped) = store.phase {
      return move(
        \.list, with: event, count: skipped.count, id: Self.listID, in: frame)
    }
    switch event {
    case .key, .paste:
      return type(event)
    case .mouse(let mouse) where mouse.isClick:
      guard let field = frame.tag(ExportFeature.Field.self, at: mouse.point)
      else { return false }
      store.send((field == store.field ? change?(1) : nil) ?? .fieldChosen(field))
      return true
    case .background, .focus, .mouse, .resize:
      return false
    }
  }

  private func type(_ event: Event) -> Bool {
    guard store.phase == .choosing
    else { return false }
    return switch store.field {
    case .content, .lineCount, .lineLength: false
    case .folder: edit(store.folder, with: event) { .set(\.folder, $0) }
    case .name: edit(store.name, with: event) { .set(\.name, $0) }
    }
  }
}
