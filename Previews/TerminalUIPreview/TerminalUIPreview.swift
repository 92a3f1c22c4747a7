import Foundation
import PreviewHarness
import TerminalClientLive

@MainActor
package enum TerminalUIPreview {
  static var preview: Preview<Gallery> {
    Preview(
      "TerminalUIPreview",
      states: [
        .init("memos", Gallery.State()),
        .init("transcript", Gallery.State(tab: .transcript)),
        .init("bars", Gallery.State(tab: .bars)),
      ],
      places: [
        .init("typing a filter", from: "memos", "/ type:x"),
        .init("a question", from: "memos", "d"),
        .init("playing", from: "bars", "space"),
      ]
    ) {
      Gallery()
    } screen: {
      GalleryScreen(store: $0)
    }
  }

  package static func main() async {
    exit(await preview.run(terminal: .liveValue))
  }
}
