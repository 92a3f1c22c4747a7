import PreviewHarness
import Testing

@testable import WeatherPreview

@MainActor
struct KeyTests {
  @Test("Each key that is offered does something in each state, and no other does")
  func keys() async throws {
    #expect(try await WeatherPreview.preview.frames("--check-keys") == "")
  }
}
