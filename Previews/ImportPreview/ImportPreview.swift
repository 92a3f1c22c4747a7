import ComposableArchitecture
import ImportFeature
import PreviewHarness
import TerminalClientLive

/// The sheet that takes files into the library, alone, in a terminal.
@MainActor
package enum ImportPreview {
  static let preview = Preview("ImportPreview", states: states) {
    ImportFeature()
  } view: {
    ImportView(store: $0).view
  } onEvent: { event, store, _ in
    ImportView(store: store).handle(event)
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
