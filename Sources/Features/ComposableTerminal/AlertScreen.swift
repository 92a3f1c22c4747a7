public import ComposableArchitecture
public import TerminalUI

/// An alert in front of a feature's screen: see ``Screen/alert(_:_:)``. Enter presses the default
/// button, drawn reversed: the cancel button if another is destructive, otherwise the first without
/// a role. Esc and `n` cancel. `y` presses the destructive button; no screen binds `y`, so the key
/// that opened the alert never confirms it. Other buttons use the first letter of their label.
public struct AlertScreen<State, Action, Answer>: Screen {
  public let store: Store<State, Action>

  private let alert: AlertState<Answer>
  @Shared(.inMemory("alertScrollPosition")) private var scrollPosition = AlertScrollPosition()
  private let buttons: [Button]
  private let defaultIndex: Int
  private let dismiss: Action

  private struct Button {
    let action: Action
    let key: Key?
    let label: String
    let role: Dialog.Role
  }

  public init(
    store: Store<State, Action>, alert: AlertState<Answer>, dismiss: Action,
    answer: (Answer) -> Action
  ) {
    self.store = store
    self.alert = alert
    self.dismiss = dismiss
    let states =
      alert.buttons.isEmpty
      ? [ButtonState<Answer>(role: .cancel) { TextState("OK") }] : alert.buttons
    let cancel = states.firstIndex { $0.role == .cancel }
    let standard = states.firstIndex { $0.role == nil }
    let isDestructive = states.contains { $0.role == .destructive }
    let defaultIndex = isDestructive ? cancel : standard ?? cancel
    self.defaultIndex = defaultIndex ?? -1
    buttons = states.enumerated().map { index, button in
      let label = String(state: button.label)
      let (role, key): (Dialog.Role, Key?) =
        switch button.role {
        case .cancel: (.cancel, nil)
        case .destructive: (.destructive, "y")
        case nil: (.standard, index == defaultIndex ? nil : Self.key(for: label))
        }
      return Button(
        action: button.action.action.map(answer) ?? dismiss, key: key,
        label: key.map { "\(label) (\($0))" } ?? label, role: role)
    }
  }

  private static func key(for label: String) -> Key? {
    label.lowercased().first { $0.isLetter && $0 != "y" && $0 != "n" }.map { Key(.character($0)) }
  }

  public var body: any View {
    Dialog(
      String(state: alert.title), message: message, buttons: buttons.map { ($0.label, $0.role) },
      selection: defaultIndex, scroll: scrollPosition.offset(in: message))
  }

  public var name: String { String(state: alert.title) }

  private var message: String { alert.message.map { String(state: $0) } ?? "" }

  public var keys: [KeyBinding<Action>] {
    let cancel = buttons.first { $0.role == .cancel }?.action ?? dismiss
    let isDefault = buttons.indices.contains(defaultIndex)
    return [
      KeyBinding(
        [.enter], isDefault ? buttons[defaultIndex].action : cancel,
        help: "Press the highlighted button"),
      KeyBinding([.escape, "n"], cancel, help: "Close the dialog without doing anything"),
    ]
      + buttons.compactMap { button in
        button.key.map { KeyBinding([$0], button.action, help: button.label) }
      }
      + KeyBinding.listMoves(help: "Scroll the text", isEnabled: Dialog.isLong(message))
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    if let viewport = frame.viewport(Dialog.messageID), let count = viewport.count,
      count > viewport.rows,
      let offset = ScrollView.offset(after: event, in: frame, id: Dialog.messageID)
    {
      let scrollPosition = AlertScrollPosition(
        message: message, offset: min(offset, count - viewport.rows))
      $scrollPosition.withLock { $0 = scrollPosition }
      return true
    }
    guard case .mouse(let mouse) = event, mouse.isClick,
      let button = frame.tag(Dialog.Button.self, at: mouse.point),
      buttons.indices.contains(button.index)
    else { return false }
    store.send(buttons[button.index].action)
    return true
  }
}

/// Only one alert is open at a time.
struct AlertScrollPosition: Equatable, Sendable {
  var message = ""
  var offset = 0

  func offset(in message: String) -> Int { message == self.message ? offset : 0 }
}

extension Screen {
  /// Presents an alert in front of the screen. `action` is usually `\.alert`.
  public func alert<Answer>(
    _ alert: AlertState<Answer>?,
    _ action: CaseKeyPath<Action, PresentationAction<Answer>>
  ) -> (any Screen)? where Action: CasePathable {
    alert.map {
      AlertScreen(store: store, alert: $0, dismiss: action(.dismiss)) { action(.presented($0)) }
    }
  }

  /// Presents an alert of the feature's destinations, usually `\.destination` and `\.alert`.
  public func alert<Answer, Destination: CasePathable>(
    _ alert: AlertState<Answer>?,
    _ action: CaseKeyPath<Action, PresentationAction<Destination>>,
    _ answer: CaseKeyPath<Destination, Answer>
  ) -> (any Screen)? where Action: CasePathable {
    alert.map {
      AlertScreen(store: store, alert: $0, dismiss: action(.dismiss)) {
        action(.presented(answer($0)))
      }
    }
  }
}
