public import ComposableArchitecture
public import TerminalUI

/// A sheet of what the keys do, which a person searches by typing: as a page of help, or as a choice
/// of what to do: see ``CommandScreen``.
@Reducer
public struct CommandSheet: Sendable {
  @ObservableState
  public struct State: Equatable, Sendable {
    public enum Purpose: Equatable, Sendable {
      /// To choose something that can be done now.
      case choice
      /// To read about everything.
      case help
    }

    public var field = TextFieldState()
    public var list: ListState
    public let purpose: Purpose

    public init(_ purpose: Purpose) {
      list = ListState(selection: purpose == .choice ? 0 : nil)
      self.purpose = purpose
    }
  }

  public enum Action: Equatable, Sendable {
    case fieldChanged(TextFieldState)
    case listChanged(ListState)
  }

  public init() {}

  public var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .fieldChanged(let field):
        if field.text != state.field.text {
          state.list = ListState(selection: state.purpose == .choice ? 0 : nil)
        }
        state.field = field
        return .none

      case .listChanged(let list):
        state.list = list
        return .none
      }
    }
  }
}

/// The sheet on a terminal. Enter does what is chosen, Esc closes, all else is typed.
public struct CommandScreen: Screen {
  private static let listID = "commands"

  public let store: StoreOf<CommandSheet>
  private let rows: [Row]
  private let close: () -> Void

  private enum Row {
    case command(KeyCommand)
    case head(String)
  }

  /// - Parameters:
  ///   - store: The sheet.
  ///   - sections: What the keys do behind the sheet.
  ///   - close: Closes the sheet.
  public init(
    store: StoreOf<CommandSheet>, sections: [KeySection], close: @escaping () -> Void
  ) {
    self.store = store
    self.close = close
    let isChoice = store.purpose == .choice
    let words = store.field.text.lowercased().split(separator: " ")
    rows = sections.flatMap { section -> [Row] in
      let commands = section.commands.filter { command in
        (!isChoice || command.isEnabled && command.perform != nil)
          && words.allSatisfy {
            "\(command.keys) \(command.help) \(section.title)".lowercased().contains($0)
          }
      }
      return (isChoice || commands.isEmpty ? [] : [.head(section.title)])
        + commands.map { .command($0) }
    }
  }

  public var body: any View {
    Sheet(store.purpose == .choice ? "Do" : "Keys") {
      VStack {
        TextField(store.field, placeholder: "type to search").priority(1)
        Divider()
        if rows.isEmpty {
          Text("Nothing is called so.").foreground(.faint)
        } else {
          List(count: rows.count, state: store.list, id: Self.listID, row: view)
            .frame(minHeight: 1, maxHeight: 24)
        }
        footer.priority(1)
      }
    }
    .frame(minWidth: 74, maxWidth: 74)
  }

  private func view(of index: Int) -> any View {
    guard rows.indices.contains(index)
    else { return Empty() }
    switch rows[index] {
    case .head(let title):
      return Text(title).bold()
    case .command(let command):
      return HStack(spacing: 1) {
        Text(command.keys).foreground(command.isEnabled ? .accent : .faint).frame(width: 24)
        command.isEnabled
          ? Text(command.help) as any View : Text(command.help).foreground(.faint)
        Spacer()
      }
    }
  }

  public var name: String { "Keys" }

  public var keys: [KeyBinding<Action>] {
    var keys: [KeyBinding<Action>] = []
    if chosen != nil { keys.append(.input([.enter], "do it", help: "Do what is chosen")) }
    return keys + [
      .input(
        [.up, .down, .pageUp, .pageDown], store.purpose == .choice ? "others" : "scroll",
        help: "Go to another line", isEnabled: rows.count > 1),
      .input([.escape], "close", help: "Close the sheet").alwaysNamed(),
    ]
  }

  public var typing: Typing { .everything }

  private var chosen: KeyCommand? {
    guard store.purpose == .choice, let index = store.list.selection, rows.indices.contains(index),
      case .command(let command) = rows[index]
    else { return nil }
    return command
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    switch event {
    case .key(.escape):
      close()
    case .key(.enter):
      perform()
    case .key(let key) where ![.up, .down, .pageUp, .pageDown].contains(key):
      edit(store.field, with: event) { .fieldChanged($0) }
    case .paste:
      edit(store.field, with: event) { .fieldChanged($0) }
    case .key, .mouse:
      move(event, in: frame)
    case .background, .focus, .resize:
      return false
    }
    return true
  }

  private func perform() {
    guard let chosen
    else { return }
    close()
    chosen.perform?()
  }

  private func move(_ event: Event, in frame: Frame) {
    if store.purpose == .choice {
      switch store.list.response(to: event, count: rows.count, in: frame, id: Self.listID) {
      case .moved(let list): store.send(.listChanged(list))
      case .pressed: perform()
      case nil: break
      }
      return
    }
    let rows = frame.viewport(Self.listID)?.rows ?? 1
    let distance: Int
    switch event {
    case .key(.up): distance = -1
    case .key(.down): distance = 1
    case .key(.pageUp): distance = 1 - rows
    case .key(.pageDown): distance = rows - 1
    case .mouse(let mouse) where mouse.kind == .scrollUp: distance = -3
    case .mouse(let mouse) where mouse.kind == .scrollDown: distance = 3
    case .mouse(let mouse) where mouse.kind == .press: return close()
    default: return
    }
    var list = store.list
    list.scroll(by: distance, count: self.rows.count, viewport: frame.viewport(Self.listID))
    store.send(.listChanged(list))
  }
}
