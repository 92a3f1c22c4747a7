import PreviewHarness
import Testing

@testable import AppPreview

@MainActor
struct KeyTests {
  @Test("Each key that is offered does something in each state, and no other does")
  func keys() async throws {
    #expect(try await AppPreview.preview.frames("--check-keys") == "")
  }
}
