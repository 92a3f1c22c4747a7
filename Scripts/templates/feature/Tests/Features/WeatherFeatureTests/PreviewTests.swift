import PreviewHarness
import Testing

@testable import WeatherPreview

@MainActor
struct PreviewTests {
  private let preview = WeatherPreview.preview

  @Test("A key shows the details")
  func details() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "d", size: "40x4") == """
        == d
        The weather
        ────────────────────────────────────────
        These are the details.
        d details  esc close
        """)
  }
}
