public import ComposableArchitecture
public import TerminalUI

public struct CommandSheet: Screen {
  public let store: StoreOf<CommandPrompt>
  private let sections: () -> [KeySection]
  private let close: () -> Void

  public init(
    store: StoreOf<CommandPrompt>, sections: @escaping () -> [KeySection],
    close: @escaping () -> Void
  ) {
    self.store = store
    self.sections = sections
    self.close = close
  }

  private var list: CommandList {
    let isChoice = store.purpose == .choice
    let words = store.field.text.lowercased().split(separator: " ")
    return CommandList(
      sections: sections().compactMap { section in
        let commands = section.commands.filter { command in
          (!isChoice || command.canPerform)
            && words.allSatisfy {
              "\(command.keys) \(command.help) \(section.title)".lowercased().contains($0)
            }
        }
        return commands.isEmpty ? nil : KeySection(title: section.title, commands: commands)
      },
      hasHeadings: !isChoice, state: store.list)
  }

  public var body: any View {
    let list = list
    return Sheet(store.purpose == .choice ? "Commands" : "Keys") {
      VStack {
        search.priority(1)
        Divider()
        if list.commands.isEmpty {
          Text("No matching command.").foreground(.faint)
        } else {
          list.frame(
            minHeight: 1, maxHeight: store.purpose == .help ? SizeRange.unlimited : 24)
        }
        footer.priority(1)
      }
    }
    .frame(minWidth: 20, maxWidth: 100)
  }

  private var search: any View {
    store.isSearching
      ? TextField(store.field, placeholder: "type to search")
      : Text("/ to search").foreground(.faint)
  }

  public var name: String { "Keys" }

  public var keys: [KeyBinding<Action>] {
    let list = list
    let canMove = list.commands.count > (list.chosen == nil ? 0 : 1)
    let isSearching = store.isSearching
    return [
      .input(
        [.enter], "run", help: "Run the selected command",
        isEnabled: list.chosen.map(\.canPerform) ?? false),
      KeyBinding(
        ["/"], .searchButtonTapped, "search", help: "Search the keys", isEnabled: !isSearching),
    ]
      + KeyBinding.listMoves(
        "select", help: "Go to another command", isTyping: isSearching, isEnabled: canMove)
      + [
        .input([.escape], "close", help: "Close the list of commands"),
        .input(["q", "?"], help: "Close the page", isEnabled: !isSearching),
      ]
  }

  public var typing: Typing { store.isSearching ? .everything : .nothing }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    switch event {
    case .key(.escape):
      close()
    case .key(.enter):
      perform()
    case .key("q") where !store.isSearching, .key("?") where !store.isSearching:
      close()
    case .key(.up), .key(.down), .key(.pageUp), .key(.pageDown), .mouse:
      move(event, in: frame)
    case .key where !store.isSearching:
      move(event, in: frame)
    case .key, .paste:
      if !store.isSearching { store.send(.searchButtonTapped) }
      edit(store.field, with: event) { .fieldChanged($0) }
    case .background, .focus, .resize:
      return false
    }
    return true
  }

  private func perform() {
    guard let chosen = list.chosen, chosen.canPerform
    else { return }
    close()
    chosen.perform?()
  }

  private func move(_ event: Event, in frame: Frame) {
    let page = max(1, (frame.viewport(CommandList.entriesID)?.rows ?? 1) - 1)
    switch event {
    case .key(.up): choose(by: -1, in: frame)
    case .key(.down): choose(by: 1, in: frame)
    case .key(.pageUp): choose(by: -page, in: frame)
    case .key(.pageDown): choose(by: page, in: frame)
    case .key("k"): choose(by: -1, in: frame)
    case .key("j"): choose(by: 1, in: frame)
    case .key(.ctrl("u")): choose(by: -max(1, page / 2), in: frame)
    case .key(.ctrl("d")): choose(by: max(1, page / 2), in: frame)
    case .key(.home), .key("g"): choose(0, in: frame)
    case .key(.end), .key("G"): choose(list.commands.count - 1, in: frame)
    case .mouse(let mouse) where mouse.kind == .scrollUp: scroll(by: -3, in: frame)
    case .mouse(let mouse) where mouse.kind == .scrollDown: scroll(by: 3, in: frame)
    case .mouse(let mouse) where mouse.isClick:
      guard let row = frame.tag(List.Row.self, at: mouse.point)
      else { return }
      if row.index == store.list.selection { return perform() }
      choose(row.index, in: frame)
    default: break
    }
  }

  private func choose(by distance: Int, in frame: Frame) {
    let first = distance == -1 ? list.commands.count : distance == 1 ? -1 : 0
    choose((store.list.selection ?? first) + distance, in: frame)
  }

  private func choose(_ index: Int, in frame: Frame) {
    let last = list.commands.count - 1
    guard last >= 0
    else { return }
    store.send(
      .set(
        \.list,
        ListState(
          selection: min(last, max(0, index)),
          offset: frame.viewport(CommandList.linesID)?.offset ?? 0)))
  }

  private func scroll(by lines: Int, in frame: Frame) {
    var state = store.list
    state.offset = max(0, (frame.viewport(CommandList.linesID)?.offset ?? 0) + lines)
    state.followsSelection = false
    store.send(.set(\.list, state))
  }
}

extension KeyCommand {
  var canPerform: Bool { isEnabled && perform != nil }
}
