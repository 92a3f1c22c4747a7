import AppFeature
import ComposableArchitecture
import ComposableTerminal
import Foundation
import SharedModels
import TerminalUI
import Testing

@MainActor
struct ScreenTests {
  private let one = Recording.memo(1, "One")

  private func screen(_ state: AppFeature.State) -> AppScreen {
    AppScreen(store: Store(initialState: state) { EmptyReducer() }, timeZone: .gmt)
  }

  /// The app in each of its tabs, and with a memo open.
  private var screens: [AppScreen] {
    var states = Tab.allCases.map { tab in
      var state = AppFeature.State.loaded(one)
      state.tab = tab
      return state
    }
    var state = AppFeature.State.loaded(one)
    state.open(one, id: 0)
    states.append(state)
    return states.map(screen)
  }

  @Test("Keys are unique, and no key that opens a question answers it")
  func keys() {
    for screen in screens {
      let keys = screen.keys.filter(\.isEnabled).flatMap(\.strokes).flatMap(\.keys)
      #expect(Set(keys).count == keys.count)
      #expect(!keys.contains("y"))
      #expect(screen.keys.allSatisfy { !$0.help.isEmpty && !$0.help.hasSuffix(".") })
    }
  }

  @Test("Clicking a footer item does what its key does")
  func footer() {
    let store = Store(initialState: AppFeature.State.loaded(one)) {
      AppFeature()
    } withDependencies: {
      $0.database.firstWords = { _ in [:] }
    }
    let screen = AppScreen(store: store, timeZone: .gmt)
    let frame = Frame(screen.view, size: Size(width: 80, height: 12))
    let footer = frame.lines[11]
    let column = footer.range(of: "? help").map { footer[..<$0.lowerBound].count } ?? 0
    #expect(screen.handle(.mouse(Mouse(x: column, y: 11)), in: frame))
    #expect(store.commandPrompt?.purpose == .help)
    #expect(!screen.isTyping, "keys of the user's own act as the keys that they replace")
    #expect(screen.handle(.key("/"), in: frame))
    #expect(screen.isTyping)
    #expect(screen.handle(.key("q"), in: frame), "it is typed, to search the help")
    #expect(store.commandPrompt?.field.text == "q")
    #expect(screen.handle(.key(.escape), in: frame))
    #expect(store.commandPrompt == nil)
    #expect(!screen.handle(.key("q"), in: frame))
    #expect(screen.ends(on: "q"))
  }
}
