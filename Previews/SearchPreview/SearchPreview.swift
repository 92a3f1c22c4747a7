import ComposableArchitecture
import PreviewHarness
import SearchFeature
import TerminalClientLive

/// The search alone, in a terminal.
@MainActor
package enum SearchPreview {
  static let preview = Preview("SearchPreview", states: states) {
    SearchFeature()
  } view: {
    SearchView($0)
  } onEvent: {
    SearchView.handle($0, $1, $2)
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
