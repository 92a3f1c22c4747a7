import PreviewHarness
import Testing

@testable import HealthPreview

@MainActor
struct KeyTests {
  @Test("In every state, exactly the keys that are shown have an effect")
  func keys() async throws {
    #expect(try await HealthPreview.preview.frames("--check-keys") == "")
  }
}
