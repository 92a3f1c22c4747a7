import PreviewHarness
import Testing

@testable import RecordingsListPreview

@MainActor
struct KeyTests {
  @Test("Each key that is offered does something in each state, and no other does")
  func keys() async throws {
    #expect(try await RecordingsListPreview.preview.frames("--check-keys") == "")
  }
}
