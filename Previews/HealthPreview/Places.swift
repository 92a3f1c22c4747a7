import HealthFeature
import PreviewHarness
import TerminalUI

extension HealthPreview {
  static let places: [Preview<HealthFeature>.Place] = [
    .init("scrolled", from: "long", "end", upTo: Size(width: 80, height: 24))
  ]
}
