import OnboardingFeature
import PreviewHarness

extension OnboardingPreview {
  static let places: [Preview<OnboardingFeature>.Place] = [
    .init("another line", "down"),
    .init("typing a path", "i type:x"),
    .init("no such path", "i type:x enter"),
  ]
}
