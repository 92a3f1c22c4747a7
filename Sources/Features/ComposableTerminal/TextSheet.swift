public import ComposableArchitecture
public import TerminalUI

public struct TextSheet<Subject: Equatable & Sendable>: Screen {
  public let store: StoreOf<TextPrompt<Subject>>

  public init(store: StoreOf<TextPrompt<Subject>>) {
    self.store = store
  }

  public var body: any View {
    Sheet(store.title) {
      VStack {
        TextField(store.text, placeholder: store.placeholder).priority(1)
        if let problem = store.problem {
          Paragraph(problem).foreground(.wrong)
        } else {
          Paragraph(store.remark ?? " ").foreground(.faint)
        }
        footer
      }
    }
    .sheetWidth()
  }

  public var name: String { store.title }

  public var typing: Typing { .text }

  public var keys: [KeyBinding<Action>] {
    [
      KeyBinding(
        [.enter], .saveButtonTapped, store.saveLabel, help: "Accept the text",
        isEnabled: !store.isRequired || !store.state.trimmedText.isEmpty),
      KeyBinding([.escape], .cancelButtonTapped, "cancel", help: "Close without changing anything"),
    ]
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    edit(store.text, with: event) { .textChanged($0) }
  }
}
