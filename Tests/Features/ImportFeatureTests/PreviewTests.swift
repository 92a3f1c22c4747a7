import ImportFeature
import PreviewHarness
import Testing

@testable import ImportPreview

@MainActor
struct PreviewTests {
  private let preview = ImportPreview.preview

  @Test("The import sheet explains what to type")
  func empty() async throws {
    #expect(
      try await preview.lastFrame(of: "empty", "wait:1", size: "60x8") == """
        == wait:1
        ╭ Import ──────────────────────────────────────────────────╮
        │ files or folders, such as ~/talk.flac                    │
        │ ──────────────────────────────────────────────────────── │
        │ Each file is copied into the library; the original is    │
        │ not changed. Separate several files with spaces, and put │
        │ names that contain spaces in quotes.                     │
        │ esc close                                                │
        ╰──────────────────────────────────────────────────────────╯
        """)
  }

  @Test("Listed files are imported")
  func usual() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "enter wait:1", size: "60x8") == """
        == wait:1
        ╭ Import ──────────────────────────────────────────────────╮
        │ notes.wav                                       imported │
        │ talk.flac                                       imported │
        │ ──────────────────────────────────────────────────────── │
        │ 2 imported                                               │
        │ enter close  ↑↓ select                                   │
        │                                                          │
        ╰──────────────────────────────────────────────────────────╯
        """)
  }

  @Test("Tab completes a name")
  func completion() async throws {
    #expect(
      try await preview.lastFrame(of: "empty", "type:/music/ tab", size: "60x8") == """
        == tab
        ╭ Import ──────────────────────────────────────────────────╮
        │ /music/                                                  │
        │ ──────────────────────────────────────────────────────── │
        │ notes.wav                                                │
        │ talk.flac                                                │
        │ enter import  tab complete  esc close                    │
        │                                                          │
        ╰──────────────────────────────────────────────────────────╯
        """)
  }

  @Test("Each file that cannot be imported shows the reason")
  func failed() async throws {
    #expect(
      try await preview.lastFrame(of: "failed", "enter wait:1", size: "60x12") == """
        == wait:1
        ╭ Import ──────────────────────────────────────────────────╮
        │ nowhere: no such file or folder                          │
        │ notes.txt                                   not imported │
        │ again.wav                 already in the library: A walk │
        │ ──────────────────────────────────────────────────────── │
        │ nowhere: no such file or folder                          │
        │ 0 imported, 2 not imported                               │
        │ enter close  ↑↓ select                                   │
        │                                                          │
        │                                                          │
        │                                                          │
        ╰──────────────────────────────────────────────────────────╯
        """)
  }

  @Test("A file without permission is reported")
  func denied() async throws {
    #expect(
      try await preview.lastFrame(of: "denied", "enter", size: "60x8") == """
        == enter
        ╭ Import ──────────────────────────────────────────────────╮
        │ /data/secret.wav                                         │
        │ ──────────────────────────────────────────────────────── │
        │ /data/secret.wav: cannot be read: Permission denied      │
        │                                                          │
        │ enter import  tab complete  esc close                    │
        │                                                          │
        ╰──────────────────────────────────────────────────────────╯
        """)
  }

  @Test("Files are imported one at a time")
  func loading() async throws {
    #expect(
      try await preview.lastFrame(of: "loading", "enter", size: "60x8") == """
        == enter
        ╭ Import ──────────────────────────────────────────────────╮
        │ notes.wav                                        copying │
        │ talk.flac                                        waiting │
        │ ──────────────────────────────────────────────────────── │
        │ 0 of 2                                                   │
        │ esc stop                                                 │
        │                                                          │
        ╰──────────────────────────────────────────────────────────╯
        """)
  }

  @Test("On a small terminal the files matter")
  func small() async throws {
    #expect(
      try await preview.lastFrame(of: "failed", "enter wait:1", size: "20x5") == """
        == wait:1
        ╭ Import ──────────╮
        │ nowhere: no su…┃ │
        │ nowhere: no such │
        │ enter close      │
        ╰──────────────────╯
        """)
  }
}
