import ComposableArchitecture
public import ComposableTerminal
import PlaybackFeature
import RecordMemoFeature
public import TerminalUI

extension AppScreen {
  /// What the keys do wherever the person is. What is open there gets them first.
  public var keys: [KeyBinding<Action>] {
    let quit = KeyBinding<Action>.input([.ctrl("c")], "quit", help: "Quit")
    switch store.destination {
    case .export, .health, .onboarding, .trash:
      return [quit]
    case .record(let record):
      // Nobody closes a recording that is in progress.
      return [
        KeyBinding(
          [.escape, "q"], .destination(.dismiss), "close", help: "Close",
          isEnabled: !record.isRecording), quit,
      ]
    case .alert, .help, .importFiles, nil:
      return (playback == nil ? tabKeys : memoKeys) + selectTabKeys + [quit]
    }
  }

  private var memoKeys: [KeyBinding<Action>] {
    [
      KeyBinding([.escape], .backButtonTapped, "back", help: "Close the memo"),
      KeyBinding(["x"], .exportButtonTapped, "export", help: "Export the memo"),
      KeyBinding(["n", .ctrl("n")], .recordButtonTapped, "record", help: "Record a memo"),
      KeyBinding(
        ["d", .delete], .deleteMemoButtonTapped, "delete", help: "Move the memo to the trash"),
      KeyBinding(
        ["T"], .transcribeButtonTapped, "transcribe", help: "Transcribe the memo again"),
      help,
    ]
  }

  private var tabKeys: [KeyBinding<Action>] {
    let tab = store.tab
    // In the search, letters are typed.
    let isTyping = tab == .search
    let hasMemo = store.withState { $0.currentRecording != nil }
    return [
      KeyBinding(
        isTyping ? [.ctrl("n")] : ["n", .ctrl("n")], .recordButtonTapped, "record",
        help: "Record a memo"),
      KeyBinding(
        isTyping ? [.ctrl("o")] : ["i", .ctrl("o")], .importButtonTapped, "import",
        help: "Import files"),
      KeyBinding(
        [.tab], .tabSelected(tab.moved(by: 1)), tab.moved(by: 1).title.lowercased(),
        help: "Go to the next tab"),
      KeyBinding(
        ["x"], .exportButtonTapped, "export", help: "Export the memo", isEnabled: hasMemo),
      KeyBinding(
        ["T"], .transcribeButtonTapped, help: "Transcribe the memo again", isEnabled: hasMemo),
      KeyBinding(
        ["D"], .trashButtonTapped, help: "Show the trash", isEnabled: tab == .memos),
      KeyBinding(
        ["H"], .healthButtonTapped, help: "Show what the program needs, and whether it is there",
        isEnabled: !isTyping),
      KeyBinding([.backtab], .tabSelected(tab.moved(by: -1)), help: "Go to the previous tab"),
      KeyBinding(
        [.escape], .tabSelected(.memos), help: "Go back to the memos", isEnabled: tab != .memos),
      help,
    ]
  }

  private var selectTabKeys: [KeyBinding<Action>] {
    Tab.allCases.map {
      KeyBinding([$0.key], .tabSelected($0), help: "Go to \($0.title)")
    }
  }

  private var help: KeyBinding<Action> {
    KeyBinding(["?", .function(1)], .helpButtonTapped, "help", help: "Show what the keys do")
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    switch store.destination {
    case .record: return true
    case .alert, .export, .health, .help, .importFiles, .onboarding, .trash: return false
    case nil: break
    }
    guard case .mouse(let mouse) = event, mouse.isClick
    else { return false }
    if let tab = frame.tag(Tabs.Tab.self, at: mouse.point),
      Tab.allCases.indices.contains(tab.index)
    {
      store.send(.tabSelected(Tab.allCases[tab.index]))
    } else if let level = frame.tag(NavigationBar.Level.self, at: mouse.point), level.depth == 0 {
      store.send(.backButtonTapped)
    } else {
      return false
    }
    return true
  }
}
