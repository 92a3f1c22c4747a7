import PreviewHarness
import Testing

@testable import TrashPreview

@MainActor
struct KeyTests {
  @Test("In every state, exactly the keys that are shown have an effect")
  func keys() async throws {
    #expect(try await TrashPreview.preview.frames("--check-keys") == "")
  }
}
