import PreviewHarness
import Testing

@testable import TranscriptionPreview

@MainActor
struct KeyTests {
  @Test("In every state, exactly the keys that are shown have an effect")
  func keys() async throws {
    #expect(try await TranscriptionPreview.preview.frames("--check-keys") == "")
  }
}
