import PreviewHarness
import Testing

@testable import ExportPreview

@MainActor
struct KeyTests {
  @Test("Each key that is offered does something in each state, and no other does")
  func keys() async throws {
    #expect(try await ExportPreview.preview.frames("--check-keys") == "")
  }
}
