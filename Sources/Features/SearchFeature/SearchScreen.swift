public import ComposableArchitecture
public import ComposableTerminal
import DatabaseClient
import SharedModels
import Styleguide
public import TerminalUI

public struct SearchScreen: Screen {
  static let listID = "search"

  public let store: StoreOf<SearchFeature>

  public init(store: StoreOf<SearchFeature>) {
    self.store = store
  }

  public var body: any View {
    VStack {
      HStack(spacing: 1) {
        Text("Search:").foreground(.accent)
        TextField(store.field, placeholder: "words or \"a phrase\"")
        Label(summary).foreground(.faint)
      }
      Divider()
      results.frame(maxWidth: SizeRange.unlimited, minHeight: 1, maxHeight: SizeRange.unlimited)
      if let problem = store.problem, !store.hits.isEmpty {
        Paragraph(problem.sentence).foreground(.wrong)
      }
      footer
    }
  }

  private var summary: String {
    if store.isSearching { return "searching…" }
    guard store.searchedText != nil
    else { return "" }
    let shown = store.hits.count
    guard let total = store.total
    else { return store.hasMore ? "\(shown.grouped)+ memos" : shown.counted("memo") }
    return store.hasMore || total <= shown
      ? total.counted("memo") : "\(shown.grouped) of \(total.counted("memo"))"
  }

  private var results: any View {
    if let problem = store.problem, store.hits.isEmpty {
      return Placeholder(problem.sentence, role: .wrong)
    }
    guard let text = store.searchedText
    else { return Placeholder("Type words to find in transcripts and titles.") }
    let state = store.state
    let hits = store.hits
    let rows = store.rows
    if rows.isEmpty { return Placeholder("No results for '\(text)'.") }
    return List(count: rows.count, state: store.list, id: Self.listID) { index in
      switch rows[index] {
      case .memo(let hit): MemoRow(recording: state.recording(of: hits[hit]))
      case .place(let hit, let place): PlaceRow(place: hits[hit].places[place])
      }
    }
  }
}

private struct MemoRow: Component {
  let recording: Recording

  var body: some View {
    HStack(spacing: 1) {
      Text(recording.displayTitle).bold().priority(1)
      Spacer()
      Text(recording.duration.clock).foreground(.faint).priority(2)
    }
  }
}

private struct PlaceRow: Component {
  let place: SearchHit.Place

  var body: some View {
    HStack(spacing: 1) {
      Text(place.time.clock).foreground(.accent)
        .frame(width: 9, alignment: .topTrailing).priority(1)
      // Only one line is shown, so it begins near the first match.
      Paragraph(
        place.excerpt,
        highlights: place.matches.map { Paragraph.Highlight($0, style: .role(.hit)) },
        scroll: .following(place.matches.first?.lowerBound ?? 0)
      )
      .frame(height: 1)
    }
  }
}
