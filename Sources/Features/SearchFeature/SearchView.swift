public import ComposableArchitecture
import DatabaseClient
import SharedModels
import Styleguide
public import TerminalUI

/// What is searched for, and below it each memo with the places where it was found.
public struct SearchView: Component {
  static let listID = "search"

  private let state: SearchFeature.State
  private let rows: [SearchFeature.Row]

  @MainActor
  public init(_ store: StoreOf<SearchFeature>) {
    state = store.state
    rows = state.rows
  }

  public var body: some View {
    VStack {
      HStack(spacing: 1) {
        Text("Search:").foreground(.accent)
        TextField(state.field, placeholder: "words, or \"a phrase\"")
        Label(summary).foreground(.faint)
      }
      Divider()
      content.frame(maxWidth: Extent.unlimited, minHeight: 1, maxHeight: Extent.unlimited)
      HelpFooter(help)
    }
  }

  private var summary: String {
    if state.isSearching { return "searching…" }
    guard state.searchedText != nil
    else { return "" }
    return "\(state.hits.count) \(state.hits.count == 1 ? "memo" : "memos")"
  }

  private var content: any View {
    if let problem = state.problem { return note(problem, role: .wrong) }
    guard let text = state.searchedText
    else { return note("Type words that were said, or a memo's title.", role: .faint) }
    if rows.isEmpty { return note("Nobody says '\(text)', and no title has it.", role: .faint) }
    return List(count: rows.count, state: state.list, id: Self.listID) { index in
      switch rows[index] {
      case .memo(let hit): MemoRow(recording: state.hits[hit].recording)
      case .place(let hit, let place): PlaceRow(place: state.hits[hit].places[place])
      }
    }
  }

  private func note(_ text: String, role: Color.Role) -> any View {
    VStack(alignment: .center) {
      Spacer()
      Paragraph(text, alignment: .center).foreground(role)
      Spacer()
    }
    .padding(2)
    .frame(maxWidth: Extent.unlimited, maxHeight: Extent.unlimited, alignment: .center)
  }

  private var help: [HelpFooter.Item] {
    var items: [HelpFooter.Item] = []
    if !rows.isEmpty { items += [.init("↑↓", "choose"), .init("enter", "open there")] }
    if !state.field.text.isEmpty { items.append(.init("esc", "clear")) }
    return items
  }
}

private struct MemoRow: Component {
  let recording: Recording

  var body: some View {
    HStack(spacing: 1) {
      Text(recording.title.isEmpty ? "Untitled" : recording.title).bold().priority(1)
      Spacer()
      Text(recording.duration.clock).foreground(.faint).priority(2)
    }
  }
}

/// When it is said, and the words around it with what was found marked.
private struct PlaceRow: Component {
  let place: SearchHit.Place

  var body: some View {
    HStack(spacing: 1) {
      Text(place.time.clock).foreground(.accent)
        .frame(width: 9, alignment: .topTrailing).priority(1)
      // One line of it: the words that were found stand near its beginning.
      Paragraph(
        place.excerpt,
        highlights: place.matches.map { Paragraph.Highlight($0, style: .role(.hit)) },
        scroll: .following(place.matches.first?.lowerBound ?? 0)
      )
      .frame(height: 1)
    }
  }
}
