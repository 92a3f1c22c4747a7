import PreviewHarness
import Testing

@testable import TerminalUIPreview

@MainActor
struct TerminalUIPreviewTests {
  private let preview = TerminalUIPreview.preview

  @Test("The states are listed")
  func list() async throws {
    #expect(try await preview.frames("--list") == "memos\ntranscript\nbars\n")
  }

  @Test("In every state, exactly the keys that are shown have an effect")
  func keys() async throws {
    #expect(try await preview.frames("--check-keys") == "")
  }

  @Test("A script moves in the list, filters, shows an alert, and goes to the next tab")
  func script() async throws {
    #expect(
      try await preview.lastFrame(of: "memos", "end / type:abc", size: "40x8") == """
        == type:abc
        TerminalUI  Memos   Transcript   Bars
        ────────────────────────────────────────
        Filter: abc
          Memo 99997 日本語 👍🏽          1:06:37│
          Memo 99998 日本語 👍🏽          1:06:38│
          Memo 99999 日本語 👍🏽          1:06:39┃
        ────────────────────────────────────────
        enter done
        """)
    #expect(
      try await preview.lastFrame(of: "memos", "d", size: "40x8") == """
        == d
        TerminalUI  Memos   Transcript   Bars
        ╭ Delete this memo? ───────────────────╮
        │ These are sample memos. Nothing is   │
        │ deleted.                             │
        │                                      │
        │                               [ OK ] │
        ╰──────────────────────────────────────╯
        tab next  / filter  d delete
        """)
    #expect(
      try await preview.lastFrame(of: "memos", "tab tab space wait:5", size: "40x14") == """
        == wait:5
        TerminalUI  Memos   Transcript   Bars
        ────────────────────────────────────────
        █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░

        ╭ Waveform ────────────────────────────╮
        │ ▃    ▅ ▆ ▁  ▁ ▂ ▂   ▅ ▅    ▁ ▁ ▂ ▂  ▄│
        │ █▅▄▆▄█ █ █ ▇█▄█▄█▄▆ █ █ ▇█▇█ █ █ █ ▆█│
        │▃██████▆█▄█▄████████▆█▆█▅████████▂█▁██│
        │██████████████████████████████████████│
        ╰──────────────────────────────────────╯

        Memos › A talk › Edit
        ────────────────────────────────────────
        tab next  space pause
        """)
  }

  @Test("Words are highlighted during playback, and not while it is paused")
  func play() async throws {
    let lit = try await preview.frames(
      "--state", "bars", "--size", "40x14", "--script", "space wait:60 space wait:60")
    let frames = lit.components(separatedBy: "\n== ").map { $0.split(separator: "\n").dropFirst() }
    #expect(frames[2] != frames[1])
    #expect(frames[4] == frames[3])
  }

  @Test("A recorded session replays to the same frames")
  func replay() async throws {
    let frames = try await preview.replay(ofTyping: ["j", "/", "x", "\r", "\t", " "], in: "memos")
    #expect(frames.contains("Filter: x"))
  }
}
