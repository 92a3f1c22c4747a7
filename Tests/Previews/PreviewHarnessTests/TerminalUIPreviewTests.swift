import PreviewHarness
import Testing

@testable import TerminalUIPreview

/// The preview of the views takes what all previews take.
@MainActor
struct TerminalUIPreviewTests {
  private let preview = TerminalUIPreview.preview

  @Test("Its states are listed")
  func list() async throws {
    #expect(try await preview.frames("--list") == "memos\ntranscript\nbars\n")
  }

  @Test("Each key that is offered does something in each state, and no other does")
  func keys() async throws {
    #expect(try await preview.frames("--check-keys") == "")
  }

  @Test("A script moves in the list, filters, asks, and goes to the next tab")
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
        │ Nothing is deleted here: it is made  │
        │ up.                                  │
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
        ⠴ █░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░

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

  @Test("Words are lit while it plays, and not while it is held")
  func play() async throws {
    let lit = try await preview.frames(
      "--state", "bars", "--size", "40x14", "--script", "space wait:60 space wait:60")
    let frames = lit.components(separatedBy: "\n== ").map { $0.split(separator: "\n").dropFirst() }
    #expect(frames[2] != frames[1])
    #expect(frames[4] == frames[3])
  }

  @Test("A session that was recorded shows the same when it is replayed")
  func replay() async throws {
    let frames = try await preview.replay(ofTyping: ["j", "/", "x", "\r", "\t", " "], in: "memos")
    #expect(frames.contains("Filter: x"))
  }
}
