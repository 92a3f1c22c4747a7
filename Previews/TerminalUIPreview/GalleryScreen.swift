import ComposableArchitecture
import ComposableTerminal
import Styleguide
import TerminalUI

struct GalleryScreen: Screen {
  private static let listID = "memos"

  let store: StoreOf<Gallery>

  var body: any View {
    VStack {
      HStack {
        Text("TerminalUI ").bold()
        Tabs(Gallery.Tab.allCases.map(\.title), selection: store.tab.rawValue)
      }
      Divider()
      content.frame(maxWidth: SizeRange.unlimited, maxHeight: SizeRange.unlimited)
      Divider()
      footer
    }
  }

  var front: (any Screen)? { alert(store.alert, \.alert) }

  var keys: [KeyBinding<Gallery.Action>] {
    guard store.filter == nil
    else {
      return [KeyBinding([.enter, .escape], .filterEnded, "done", help: "Show all memos")]
    }
    let next = Gallery.Tab(rawValue: (store.tab.rawValue + 1) % Gallery.Tab.allCases.count)
    let isList = store.tab == .memos
    return [
      KeyBinding([.tab], .tabSelected(next ?? .memos), "next", help: "Go to the next tab"),
      KeyBinding(["/"], .filterButtonTapped, "filter", help: "Type a filter", isEnabled: isList),
      KeyBinding(
        ["d"], .deleteButtonTapped, "delete", help: "Show an alert", isEnabled: isList),
      KeyBinding(
        [.space], .playButtonTapped, store.isPlaying ? "pause" : "play",
        help: "Highlight the words",
        isEnabled: !isList),
    ] + KeyBinding.listMoves(help: "Go to another memo", isEnabled: isList)
  }

  var typing: Typing { store.filter == nil ? .nothing : .text }

  func handleInput(_ event: Event, in frame: Frame) -> Bool {
    if let filter = store.filter { return edit(filter, with: event) { .filterChanged($0) } }
    if case .mouse(let mouse) = event, mouse.isClick,
      let tab = frame.tag(Tabs.Tab.self, at: mouse.point).flatMap({
        Gallery.Tab(rawValue: $0.index)
      })
    {
      store.send(.tabSelected(tab))
      return true
    }
    guard store.tab == .memos
    else { return false }
    return move(
      \.list, with: event, count: Gallery.count, id: Self.listID, in: frame)
  }

  private var content: any View {
    switch store.tab {
    case .memos: memos
    case .transcript: transcript
    case .bars: bars
    }
  }

  private var memos: any View {
    VStack {
      if let filter = store.filter {
        HStack {
          Text("Filter: ").foreground(.accent)
          TextField(filter, placeholder: "title")
        }
      }
      List(count: Gallery.count, state: store.list, id: Self.listID) { index in
        HStack {
          Text(index % 7 == 0 ? "★ " : "  ").foreground(.hit)
          Text("Memo \(index) 日本語 👍🏽")
          Spacer(minimum: 1)
          Text(Duration.seconds(index % 4000).clock).foreground(.faint)
        }
      }
    }
  }

  private var transcript: any View {
    var text = ""
    var lit = 0..<0
    for (index, next) in Gallery.words.enumerated() {
      if index == store.state.word { lit = text.utf8.count..<text.utf8.count + next.utf8.count }
      text += next + " "
    }
    let style = Style(foreground: .role(.spokenText), background: .role(.spoken))
    return Paragraph(
      text, highlights: [.init(lit, style: style)], scroll: .following(lit.lowerBound))
  }

  private var bars: any View {
    let played = Double(store.state.word) / Double(Gallery.words.count)
    return VStack(spacing: 1) {
      Progress(played)
      WaveformView(Self.waveform, played: played, height: 4).border("Waveform")
      NavigationBar(["Memos", "A talk", "Edit"])
    }
  }

  private static let waveform = Waveform(
    levels: (0..<400).map { index in
      let slow = Float((index * 37) % 101) / 100
      return slow * Float(index % 23) / 22
    })
}
