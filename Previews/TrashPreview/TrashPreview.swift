import ComposableArchitecture
import PreviewHarness
import TerminalClientLive
import TrashFeature

@MainActor
package enum TrashPreview {
  static let preview = Preview("TrashPreview", states: states, places: places) {
    TrashFeature()
  } screen: {
    TrashScreen(store: $0, timeZone: .gmt)
  } onStart: {
    $0.send(.task)
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
