import PreviewHarness
import StatsFeature
import TerminalUI

extension StatsPreview {
  static let places: [Preview<StatsFeature>.Place] = [
    .init("another measure", "right"),
    .init("scrolled", from: "long", "end", upTo: Size(width: 80, height: 24)),
  ]
}
