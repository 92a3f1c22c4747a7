import Observation
import Styleguide
import TerminalUI

/// What the preview shows.
@MainActor @Observable
final class Gallery {
  private enum Tab: Int, CaseIterable {
    case memos, transcript, bars

    var title: String {
      switch self {
      case .memos: "Memos"
      case .transcript: "Transcript"
      case .bars: "Bars"
      }
    }
  }

  private var tab = Tab.memos
  private var list = ListState(selection: 0)
  private var filter: TextFieldState?
  private var dialogSelection: Int?
  private var isPlaying = false
  private var ticks = 0
  private var word = 0
  private var lastEvent = ""

  private let count = 100_000
  private let words = (0..<60).flatMap { _ in
    "The quick brown fox jumps over the lazy dog, 敏捷的棕色狐狸跳过懒狗 — naïve café 👩‍🚀 🇪🇺".split(
      separator: " ")
  }
  private let waveform = Waveform(
    levels: (0..<400).map { index in
      let slow = Float((index * 37) % 101) / 100
      return slow * Float(index % 23) / 22
    })

  func tick() {
    guard isPlaying
    else { return }
    ticks += 1
    word = (word + 1) % words.count
  }

  var view: any View {
    VStack {
      HStack {
        Text("TerminalUI ").bold()
        Tabs(Tab.allCases.map(\.title), selection: tab.rawValue)
        Spacer()
        Text(lastEvent).foreground(.faint)
      }
      Divider()
      content
      Divider()
      HelpFooter([
        .init("q", "quit"), .init("tab", "next"), .init("/", "filter"), .init("d", "delete"),
        .init("space", "play"),
      ])
    }
    .overlay(dialog)
  }

  private var content: any View {
    switch tab {
    case .memos:
      VStack {
        if let filter {
          HStack {
            Text("Filter: ").foreground(.accent)
            TextField(filter, placeholder: "title")
          }
        }
        List(count: count, state: list) { index in
          HStack {
            Text(index % 7 == 0 ? "★ " : "  ").foreground(.hit)
            Text("Memo \(index) 日本語 👍🏽")
            Spacer(minimum: 1)
            Text(Duration.seconds(index % 4000).clock).foreground(.faint)
          }
        }
      }
    case .transcript:
      transcript
    case .bars:
      VStack(spacing: 1) {
        HStack(spacing: 1) {
          if isPlaying { Spinner(tick: ticks) }
          Progress(Double(word) / Double(words.count))
        }
        WaveformView(waveform, played: Double(word) / Double(words.count), height: 4)
          .border("Waveform")
        NavigationBar(["Memos", "A talk", "Edit"])
        Spacer()
      }
    }
  }

  private var transcript: any View {
    var text = ""
    var lit = 0..<0
    for (index, next) in words.enumerated() {
      if index == word { lit = text.utf8.count..<text.utf8.count + next.utf8.count }
      text += next + " "
    }
    let style = Style(foreground: .role(.spokenText), background: .role(.spoken))
    return VStack {
      Paragraph(
        text, highlights: [.init(lit, style: style)], scroll: .following(lit.lowerBound))
      Spacer()
    }
  }

  private var dialog: (any View)? {
    dialogSelection.map {
      Dialog.alert(
        "Delete this memo?", message: "It can be brought back until you quit.",
        buttons: [("Keep", .cancel), ("Delete", .destructive)], selection: $0)
    }
  }

  func handle(_ event: Event, in app: TerminalApp) {
    switch event {
    case .key(let key):
      lastEvent = "\(key)"
      handle(key, in: app)
    case .mouse(let mouse):
      handle(mouse, in: app)
    case .paste(let text):
      lastEvent = "\(text.utf8.count) bytes pasted"
      filter?.insert(text)
    case .background, .focus, .resize:
      break
    }
  }

  private func handle(_ key: Key, in app: TerminalApp) {
    if let selection = dialogSelection {
      switch key {
      case .left, .right, .tab: dialogSelection = 1 - selection
      case .enter, .escape: dialogSelection = nil
      default: break
      }
      return
    }
    if filter != nil {
      switch key {
      case .enter, .escape: filter = nil
      default: filter?.handle(key)
      }
      return
    }
    switch key {
    case "q", .ctrl("c"): app.stop()
    case .tab: tab = Tab(rawValue: (tab.rawValue + 1) % Tab.allCases.count) ?? .memos
    case "/": filter = TextFieldState()
    case "d": dialogSelection = 0
    case " ": isPlaying.toggle()
    default: list.handle(key, count: count, viewport: app.frame.viewport("list"))
    }
  }

  private func handle(_ mouse: Mouse, in app: TerminalApp) {
    let viewport = app.frame.viewport("list")
    switch mouse.kind {
    case .scrollDown: list.scroll(by: 3, count: count, viewport: viewport)
    case .scrollUp: list.scroll(by: -3, count: count, viewport: viewport)
    case .press:
      if let button = app.frame.tag(Dialog.Button.self, at: mouse.point) {
        lastEvent = "button \(button.index)"
        dialogSelection = nil
      } else if let row = app.frame.tag(List.Row.self, at: mouse.point) {
        list.move(.to(row.index), count: count, viewport: viewport)
      } else if let chosen = app.frame.tag(Tabs.Tab.self, at: mouse.point) {
        tab = Tab(rawValue: chosen.index) ?? tab
      }
    case .drag, .move, .release: break
    }
  }
}
