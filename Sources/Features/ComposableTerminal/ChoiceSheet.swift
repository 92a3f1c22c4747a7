public import ComposableArchitecture
public import TerminalUI

public struct ChoiceSheet<Value: Equatable & Sendable>: Screen {
  private static var listID: String { "choices" }

  public let store: StoreOf<ChoicePrompt<Value>>

  public init(store: StoreOf<ChoicePrompt<Value>>) {
    self.store = store
  }

  public var body: any View {
    let choices = store.choices
    return Sheet(store.title) {
      VStack {
        List(count: choices.count, state: store.list, id: Self.listID) { index in
          HStack(spacing: 1) {
            label(choices[index]).priority(1)
            Spacer()
            Text(choices[index].remark).foreground(.faint)
          }
        }
        .frame(minHeight: 1, maxHeight: 12)
        Paragraph(store.remark ?? " ").foreground(.faint)
        footer
      }
    }
    .sheetWidth()
  }

  private func label(_ choice: ChoicePrompt<Value>.Choice) -> any View {
    choice.isFaint ? Text(choice.label).foreground(.faint) : Text(choice.label)
  }

  public var name: String { store.title }

  public var keys: [KeyBinding<Action>] {
    [
      KeyBinding([.enter], .chooseButtonTapped, "choose", help: "Use the selected item")
    ]
      + KeyBinding.listMoves(
        "select", help: "Go to another item", isEnabled: store.choices.count > 1)
      + [
        KeyBinding(
          [.escape], .cancelButtonTapped, "cancel", help: "Close without changing anything")
      ]
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    move(
      \.list, with: event, count: store.choices.count, id: Self.listID, in: frame,
      pressed: .chooseButtonTapped)
  }
}
