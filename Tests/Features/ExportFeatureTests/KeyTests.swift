import PreviewHarness
import Testing

@testable import ExportPreview

@MainActor
struct KeyTests {
  @Test("In every state, exactly the keys that are shown have an effect")
  func keys() async throws {
    #expect(try await ExportPreview.preview.frames("--check-keys") == "")
  }
}
