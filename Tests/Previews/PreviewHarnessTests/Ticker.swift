import ComposableArchitecture
import ComposableTerminal
import PreviewHarness
import TerminalClient
import TerminalUI

/// A feature that counts by itself, and has ids and text.
@Reducer
struct Ticker {
  @ObservableState
  struct State: Equatable {
    var count = 0
    var name = ""
    var ids: [UUID] = []
  }

  enum Action: Equatable {
    case idButtonTapped
    case incrementButtonTapped
    case nameChanged(String)
    case startButtonTapped
    case ticked
  }

  @Dependency(\.continuousClock) var clock
  @Dependency(\.uuid) var uuid

  var body: some ReducerOf<Self> {
    Reduce { state, action in
      switch action {
      case .idButtonTapped:
        state.ids.append(uuid())
        return .none

      case .incrementButtonTapped, .ticked:
        state.count += 1
        return .none

      case .nameChanged(let name):
        state.name = name
        return .none

      case .startButtonTapped:
        return .run { send in
          for _ in 1...3 {
            try await clock.sleep(for: .seconds(1))
            await send(.ticked)
          }
        }
      }
    }
  }
}

struct TickerScreen: Screen {
  let store: StoreOf<Ticker>

  var body: any View {
    VStack {
      Text("count \(store.count)")
      Text("name \(store.name)")
      Text("ids \(store.ids.count)")
    }
  }

  var keys: [KeyBinding<Action>] {
    [
      KeyBinding([.up], .incrementButtonTapped, help: "Count one more"),
      KeyBinding(["i"], .idButtonTapped, help: "Make an id"),
      KeyBinding(["s"], .startButtonTapped, help: "Count by itself"),
      .quit(["q"], help: "End the program"),
    ]
  }

  func handleInput(_ event: Event, in frame: Frame) -> Bool {
    switch event {
    case .key(let key):
      guard case .character(let character) = key.code, character != "q"
      else { return false }
      store.send(.nameChanged(store.name + String(character)))
    case .paste(let text): store.send(.nameChanged(text))
    default: return false
    }
    return true
  }
}

extension Ticker {
  @MainActor
  static let preview = Preview<Ticker>(
    "TickerPreview",
    states: [.init("zero", Ticker.State()), .init("many", Ticker.State(count: 100))]
  ) {
    Ticker()
  } screen: {
    TickerScreen(store: $0)
  }

  /// Runs the preview like a program, and returns its exit code and its output.
  @MainActor
  static func run(
    _ arguments: String..., terminal: TerminalClient = .testValue,
    clock: any Clock<Duration> = ContinuousClock()
  ) async -> (code: Int32, text: String) {
    var text = ""
    let code = await preview.run(arguments, terminal: terminal, clock: clock) { text += $0 + "\n" }
    return (code, text)
  }
}
