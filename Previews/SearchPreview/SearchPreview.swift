import ComposableArchitecture
import PreviewHarness
import SearchFeature
import TerminalClientLive

@MainActor
package enum SearchPreview {
  static let preview = Preview("SearchPreview", states: states, places: places) {
    SearchFeature()
  } screen: {
    SearchScreen(store: $0)
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
