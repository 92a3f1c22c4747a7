import ComposableArchitecture
public import ComposableTerminal
import PlaybackFeature
import RecordMemoFeature
public import TerminalUI

extension AppScreen {
  /// Keys that work on every page. The open page gets them first, except those for help.
  public var keys: [KeyBinding<Action>] {
    let page: [KeyBinding<Action>]
    switch store.destination {
    case .export, .health, .onboarding:
      page = []
    case .trash(let trash):
      page = [
        KeyBinding(
          [.escape], .destination(.presented(.trash(.memo(.dismiss)))), "back",
          help: "Go back to the trash", isEnabled: trash.memo != nil)
      ]
    case .record(let record):
      page = [
        KeyBinding(
          [.escape], .destination(.dismiss), "close", help: "Close",
          isEnabled: !record.isBusy)
      ]
    case .alert, .importFiles, nil:
      page =
        (playback == nil || store.isBrowsing ? tabKeys : memoKeys) + selectTabKeys + pageKeys
    }
    return page + [commands, help, quit]
  }

  /// During a recording only Ctrl-C quits, because it is not pressed by mistake.
  private var quit: KeyBinding<Action> {
    let isRecording = store.destination?.record?.isRecording == true
    return KeyBinding<Action>.quit(
      isRecording ? [.ctrl("c")] : ["q", .ctrl("c")], "quit",
      help: "Quit (saves any recording; the queue resumes later)"
    ).alwaysShown()
  }

  private var help: KeyBinding<Action> {
    KeyBinding(["?", .function(1)], .helpButtonTapped, "help", help: "Show keyboard shortcuts")
      .alwaysShown().global()
  }

  private var commands: KeyBinding<Action> {
    KeyBinding(
      [.ctrl("p")], .commandsButtonTapped, help: "Find a command by name"
    ).global()
  }

  private var pageKeys: [KeyBinding<Action>] {
    [
      KeyBinding(["D"], .trashButtonTapped, help: "Open the trash"),
      KeyBinding(["v"], .deviceButtonTapped, help: "Choose the recording device"),
      KeyBinding(
        [.ctrl("e")], .noticesButtonTapped, help: "Show recent messages in full",
        isEnabled: !store.notices.isEmpty),
      KeyBinding(
        ["H"], .healthButtonTapped, help: "Open the health check"),
      // Reached only without another match, since the screens with matches handle the keys.
      KeyBinding(["n", "N"], .nextMatchButtonTapped, help: "Show which keys find and record"),
    ]
  }

  private var undoKeys: [KeyBinding<Action>] {
    let undone = store.withState { $0.nextStep(.undo) }
    let redone = store.withState { $0.nextStep(.redo) }
    return [
      KeyBinding(
        ["u"], .undoButtonTapped, undone.map { "undo: \($0.shortName)" },
        help: "Undo the \(undone?.name ?? "last change")", isEnabled: undone != nil),
      KeyBinding(
        [.ctrl("r")], .redoButtonTapped, redone.map { "redo: \($0.shortName)" },
        help: "Redo the \(redone?.name ?? "last undone change")",
        isEnabled: redone != nil || store.isUndoing),
    ]
  }

  private var memoKeys: [KeyBinding<Action>] {
    [
      KeyBinding([.escape], .backButtonTapped, "back", help: "Go back to the list")
    ] + undoKeys + [
      KeyBinding(["x"], .exportButtonTapped, "export", help: "Export the memo"),
      KeyBinding([.ctrl("n")], .recordButtonTapped, "record", help: "Record a memo"),
      KeyBinding(
        ["d", .delete], .deleteMemoButtonTapped, "delete", help: "Move the memo to the trash"),
      KeyBinding(
        ["T"], .transcribeButtonTapped, "transcribe", help: "Transcribe the memo again"),
      KeyBinding(["i", .ctrl("o")], .importButtonTapped, help: "Import files"),
      KeyBinding([.tab], .tabSelected(store.tab.moved(by: 1)), help: "Go to the next tab"),
      KeyBinding([.backtab], .tabSelected(store.tab.moved(by: -1)), help: "Go to the previous tab"),
    ]
  }

  private var tabKeys: [KeyBinding<Action>] {
    let tab = store.tab
    let hasMemo = store.withState { $0.currentRecording != nil }
    let marked = tab == .memos ? store.recordingsList.marked.count : 0
    let background = store.state.backgroundMemo
    return [
      KeyBinding(
        [.space], .playButtonTapped, background?.mode == .playing ? "pause" : "play",
        help: "Play or pause without leaving this tab", isEnabled: background != nil || hasMemo)
    ] + undoKeys + [
      KeyBinding([.ctrl("n")], .recordButtonTapped, "record", help: "Record a memo"),
      KeyBinding(["i", .ctrl("o")], .importButtonTapped, "import", help: "Import files"),
      KeyBinding(
        [.tab], .tabSelected(tab.moved(by: 1)), tab.moved(by: 1).title.lowercased(),
        help: "Go to the next tab"),
      KeyBinding(
        [.escape], .tabSelected(.memos), Tab.memos.title.lowercased(), help: "Go back to the memos",
        isEnabled: tab != .memos),
      KeyBinding(
        ["x"], .exportButtonTapped, "export",
        help: marked > 1 ? "Export the marked memos" : "Export the memo",
        isEnabled: hasMemo || marked > 0),
      KeyBinding(
        ["T"], .transcribeButtonTapped,
        help: marked > 1 ? "Transcribe the marked memos again" : "Transcribe the memo again",
        isEnabled: hasMemo || marked > 0),
      KeyBinding([.backtab], .tabSelected(tab.moved(by: -1)), help: "Go to the previous tab"),
    ]
  }

  private var selectTabKeys: [KeyBinding<Action>] {
    let isMemoFocused = playback != nil && !store.isBrowsing
    return Tab.allCases.map {
      KeyBinding(
        [$0.key], .tabSelected($0), help: "Go to \($0.title)",
        isEnabled: isMemoFocused || store.tab != $0)
    }
  }

  public func willHandle(_ event: Event, in frame: Frame) {
    let size = if case .resize(let size) = event { size } else { frame.size }
    let isWide = size.width >= Panes.leastWidth
    if isWide != store.isWide { store.send(.set(\.isWide, isWide)) }
    list(hasFocus: true).updateSize(Panes.listSize(in: size))
  }

  public func handleFirst(_ event: Event, in frame: Frame) -> Bool {
    front == nil && handlePane(event, in: frame)
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    guard store.destination == nil
    else { return false }
    if case .paste(let text) = event {
      store.send(.textPasted(text))
      return true
    }
    guard case .mouse(let mouse) = event, mouse.isClick,
      let tab = frame.tag(Tabs.Tab.self, at: mouse.point), Tab.allCases.indices.contains(tab.index)
    else { return false }
    store.send(.tabSelected(Tab.allCases[tab.index]))
    return true
  }

  private func handlePane(_ event: Event, in frame: Frame) -> Bool {
    guard case .mouse(let mouse) = event, store.destination == nil, let playback
    else { return false }
    switch frame.tag(Pane.self, at: mouse.point) {
    case .memo where store.isBrowsing, .nowPlaying:
      if mouse.isClick, frame.tag(Pane.self, at: mouse.point) == .memo { store.send(.memoPressed) }
      return PlaybackScreen(store: playback).handle(event, in: frame)
    case .list where !store.isBrowsing:
      if mouse.isClick {
        store.send(.backButtonTapped)
        // A click on the row that is already selected must not start playback.
        let row = frame.tag(List.Row.self, at: mouse.point)?.index
        if row == store.recordingsList.list.selection { return true }
      }
      return child?.handle(event, in: frame) ?? false
    case .list, .memo, nil:
      return false
    }
  }
}

enum Pane: Hashable, Sendable {
  case list, memo, nowPlaying
}
