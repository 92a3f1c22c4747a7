import ComposableArchitecture
import ComposableTerminal
import TerminalUI

/// A feature with all parts of a screen: keys, a text field, a list, and presented screens.
@Reducer
struct Counter {
  @Reducer
  enum Destination {
    case alert(AlertState<Alert>)
    case choice(ChoicePrompt<Int>)
    case text(TextPrompt<String>)

    @CasePathable
    enum Alert: Equatable {
      case onlyOneButtonTapped
      case resetButtonTapped
    }
  }

  @ObservableState
  struct State: Equatable {
    var count = 0
    @Presents var destination: Destination.State?
    var field: TextFieldState?
    var list = ListState()
  }

  enum Action: BindableAction {
    case binding(BindingAction<State>)
    case choiceButtonTapped
    case countButtonTapped(by: Int)
    case destination(PresentationAction<Destination.Action>)
    case fieldButtonTapped
    case fieldChanged(TextFieldState)
    case resetButtonTapped
    case textButtonTapped
  }

  var body: some ReducerOf<Self> {
    BindingReducer()
    Reduce { state, action in
      switch action {
      case .choiceButtonTapped:
        state.destination = .choice(
          ChoicePrompt.State(
            "Count", choices: [.init("one", value: 1), .init("ten", remark: "many", value: 10)],
            selection: state.count, remark: "What to count to"))

      case .countButtonTapped(let distance):
        state.count += distance

      case .destination(.presented(.alert(.onlyOneButtonTapped))):
        state.count -= 1

      case .destination(.presented(.alert(.resetButtonTapped))):
        state.count = 0

      case .destination(.presented(.choice(.delegate(.chosen(let count))))):
        state.count = count
        state.destination = nil

      case .destination(.presented(.text(.delegate(.saved(let text))))):
        guard let count = Int(text)
        else {
          state.destination?.modify(\.text) { $0.problem = "'\(text)' is no number" }
          return .none
        }
        state.count = count
        state.destination = nil

      case .binding, .destination:
        break

      case .fieldButtonTapped:
        state.field = TextFieldState()

      case .fieldChanged(let field):
        state.field = field

      case .resetButtonTapped:
        state.destination = .alert(.reset)

      case .textButtonTapped:
        state.destination = .text(
          TextPrompt.State("Count", for: "count", placeholder: "a number", isRequired: true))
      }
      return .none
    }
    .ifLet(\.$destination, action: \.destination)
  }
}

extension Counter.Destination.State: Equatable {}

extension AlertState<Counter.Destination.Alert> {
  static let reset = Self {
    TextState("Begin again?")
  } actions: {
    ButtonState(action: .onlyOneButtonTapped) { TextState("Only one less") }
    ButtonState(role: .destructive, action: .resetButtonTapped) { TextState("Reset") }
    ButtonState(role: .cancel) { TextState("Cancel") }
  } message: {
    TextState("The count is lost.")
  }
}

struct CounterScreen: Screen {
  let store: StoreOf<Counter>

  var body: any View {
    VStack {
      Text("count \(store.count)")
      if let field = store.field { TextField(field) }
      List(count: 3, state: store.list, id: "rows") { Text("row \($0)") }
      footer
    }
  }

  var front: (any Screen)? {
    switch store.destination {
    case .alert(let alert):
      self.alert(alert, \.destination, \.alert)
    case .choice:
      store.scope(state: \.destination?.choice, action: \.destination.presented.choice)
        .map(ChoiceSheet.init)
    case .text:
      store.scope(state: \.destination?.text, action: \.destination.presented.text)
        .map(TextSheet.init)
    case nil:
      nil
    }
  }

  var keys: [KeyBinding<Action>] {
    [
      KeyBinding(
        [["+", "="]: 1, ["-"]: -1], { .countButtonTapped(by: $0) }, "count",
        help: "Count one more, or one less"),
      KeyBinding(
        ["r"], .resetButtonTapped, "reset", help: "Begin again", isEnabled: store.count > 0),
      KeyBinding([.escape], .fieldButtonTapped, help: "Type"),
      KeyBinding(["t"], .textButtonTapped, "type", help: "Type the count"),
      KeyBinding(["c"], .choiceButtonTapped, help: "Choose the count"),
      .input([.up, .down], "rows", help: "Go to another row"),
      .quit(["q"], help: "End the program"),
    ]
  }

  func handleInput(_ event: Event, in frame: Frame) -> Bool {
    if let field = store.field, edit(field, with: event, changed: { .fieldChanged($0) }) {
      return true
    }
    return move(
      \.list, with: event, count: 3, id: "rows", in: frame,
      pressed: .countButtonTapped(by: 100))
  }
}

/// A simulated user of a screen.
@MainActor
final class Person {
  let store = Store(initialState: Counter.State()) { Counter() }
  let size: Size

  init(size: Size = Size(width: 64, height: 8)) {
    self.size = size
  }

  var screen: CounterScreen { CounterScreen(store: store) }
  var frame: Frame { Frame(screen.view, size: size) }

  /// Presses keys, and returns whether the last one was handled.
  @discardableResult
  func press(_ keys: Key...) -> Bool {
    keys.reduce(false) { screen.handle(.key($1), in: frame) }
  }

  /// Presses the left button on a text that is seen.
  @discardableResult
  func click(_ text: String) -> Bool {
    for (y, line) in frame.lines.enumerated() {
      guard let range = line.range(of: text)
      else { continue }
      let x = line[..<range.lowerBound].count
      return screen.handle(.mouse(Mouse(x: x, y: y)), in: frame)
    }
    return false
  }
}
