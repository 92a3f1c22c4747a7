import PreviewHarness
import Testing

@testable import OnboardingPreview

@MainActor
struct KeyTests {
  @Test("In every state, exactly the keys that are shown have an effect")
  func keys() async throws {
    #expect(try await OnboardingPreview.preview.frames("--check-keys") == "")
  }
}
