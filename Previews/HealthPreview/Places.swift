import HealthFeature
import PreviewHarness
import TerminalUI

extension HealthPreview {
  /// Where a person comes to from the states.
  static let places: [Preview<HealthFeature>.Place] = [
    .init("scrolled", from: "long", "end", upTo: Size(width: 80, height: 24))
  ]
}
