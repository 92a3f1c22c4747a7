import PreviewHarness
import Testing

@testable import PlaybackPreview

@MainActor
struct KeyTests {
  @Test("In every state, exactly the keys that are shown have an effect")
  func keys() async throws {
    #expect(try await PlaybackPreview.preview.frames("--check-keys") == "")
  }
}
