import ComposableTerminal
import PreviewHarness
import TerminalUI
import Testing

@testable import AppPreview

/// Help for keys, available on every screen.
@MainActor
struct HelpTests {
  private let preview = AppPreview.preview

  @Test("A narrow terminal lists each key above its action, on as many lines as needed")
  func narrow() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "? down pagedown", size: "40x12") == """
        == pagedown
        ╭ Keys ────────────────────────────────╮
        │ / to search                          │
        │ ──────────────────────────────────── │
        │ Memos                              ┃ │
        │ R  Reload the library              │ │
        │ enter  Open the memo and play it   │ │
        │ r  Edit the title                  │ │
        │ t  Edit the tags                   │ │
        │ f  Add to or remove from favorites │ │
        │ d del  Move to the trash           │ │
        │ enter run  / search  esc close       │
        ╰──────────────────────────────────────╯
        """)
  }

  @Test("Help scrolls with the keys of other pages until it is searched, and fills the window")
  func scrolled() async throws {
    let whole = try await preview.lastFrame(of: "usual", "?", size: "80x60")
    #expect(whole.contains("R   ") && whole.contains("Quit (saves"), "\(whole)")
    let end = try await preview.lastFrame(of: "usual", "? G", size: "80x20")
    #expect(end.contains("Quit (saves") && !end.contains("Reload the library"), "\(end)")
    let start = try await preview.lastFrame(of: "usual", "? G k g j", size: "80x20")
    #expect(start.contains("Reload the library") && !start.contains("Quit (saves"), "\(start)")
    for script in ["? q", "? ?", "? escape"] {
      let closed = try await preview.lastFrame(of: "usual", script, size: "80x20")
      #expect(closed.contains("5 memos") && !closed.contains("Keys"), "\(script): \(closed)")
    }
  }

  @Test("Pasted text searches the help, and the first page of it starts at the top")
  func pasted() async throws {
    let pasted = try await preview.lastFrame(of: "usual", "? paste:zzz", size: "40x12")
    #expect(pasted.contains("│ zzz "), "\(pasted)")
    let page = try await preview.lastFrame(of: "usual", "? pageup enter", size: "80x20")
    #expect(!page.contains("Quit (saves"), "\(page)")
  }

  @Test("At any width, help names the step that u undoes")
  func step() async throws {
    let help = try await preview.lastFrame(of: "usual", "d ? / type:undo", size: "40x12")
    #expect(help.contains("u  Undo the deletion of 'A thought"), "\(help)")
    let commands = try await preview.lastFrame(of: "usual", "d ctrl+p type:undo", size: "40x12")
    #expect(commands.contains("u  Undo the deletion of 'A thought"), "\(commands)")
  }

  @Test("Help can be searched, and the selected command runs")
  func searched() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "? / type:tr", size: "72x18") == """
        == type:tr
        ╭ Keys ────────────────────────────────────────────────────────────────╮
        │ tr                                                                   │
        │ ──────────────────────────────────────────────────────────────────── │
        │ Memos                                                                │
        │ d del                    Move to the trash                           │
        │ pgup pgdn ctrl+u ctrl+d  Go up or down a page or half a page         │
        │ Everywhere                                                           │
        │ ctrl+r                   Redo the last undone change                 │
        │ ctrl+n                   Record a memo                               │
        │ i ctrl+o                 Import files                                │
        │ T                        Transcribe the memo again                   │
        │ D                        Open the trash                              │
        │ ctrl+e                   Show recent messages in full                │
        │ ctrl+p                   Find a command by name                      │
        │ q ctrl+c                 Quit (saves any recording; the queue        │
        │                          resumes later)                              │
        │ ↑↓ select  esc close                                                 │
        ╰──────────────────────────────────────────────────────────────────────╯
        """)
    #expect(
      try await preview.lastFrame(of: "usual", "d ? / type:zzz down enter", size: "40x12")
        .contains("No matching command."))
    #expect(
      try await preview.lastFrame(of: "usual", "d ? / type:trash down down enter", size: "40x12")
        == """
        == enter
        Memos › Trash
        Trash                     1 memo, 352 KB
        ────────────────────────────────────────
        A thought on the train




        Memos stay here until you delete them.
        You can change that in Settings.
        u restore  d delete  esc back  X empty
        ? help  q quit
        """)
  }

  @Test("Commands are found by a part of their names in a narrow terminal, and done")
  func commands() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "ctrl+p type:sort", size: "40x12") == """
        == type:sort
         Memos Search Queue Statistics Settings
        5 memos                     newest first
          Title                           Length
        ╭ Commands ────────────────────────────╮
        │ sort                                 │
        │ ──────────────────────────────────── │
        │ o  Change the sort order             │
        │ enter run  esc close                 │
        ╰──────────────────────────────────────╯

        enter open  r rename  t tags  f favorite
        f1 help  ctrl+c quit
        """)
    #expect(
      try await preview.lastFrame(of: "usual", "ctrl+p type:sort enter", size: "40x12") == """
        == enter
         Memos Search Queue Statistics Settings
        5 memos                     oldest first
          Title                           Length
          Ideas for the garden              0:10
        ★ Budget meeting                    0:09
          会議のメモ 🎙️                     0:06
        ★ Call with the builder             0:08
          A thought on the train            0:05


        enter open  r rename  t tags  f favorite
        space play  ? help  q quit
        """)
  }

  @Test("Only available commands are offered; help lists all of them")
  func possible() async throws {
    let commands = try await preview.lastFrame(of: "usual", "ctrl+p type:undo", size: "72x16")
    #expect(commands.contains("No matching command."))
    let help = try await preview.lastFrame(of: "usual", "? / type:undo", size: "72x16")
    #expect(help.contains("Undo the last change"))
  }

  @Test(
    "Help is available on every screen, and the footer shows it first",
    arguments: [
      ("d D", "Trash"), ("H", "Health"), ("x", "Export"), ("ctrl+n wait:1", "Recording"),
      ("2", "Search"), ("3", "Queue"), ("4 wait:1", "Statistics"), ("5", "Settings"),
      ("enter", "Open memo"), ("r", "Title"), ("#", "Tags and saved filters"), ("i", "Import"),
      ("5 enter", "Speech engine"), ("5 down down down enter", "Vocabulary"),
      ("d D d", "Permanently delete 'A thought on the train'?"), ("enter w C", "Copy"),
    ])
  func places(script: String, name: String) async throws {
    let help = try await preview.lastFrame(of: "usual", "\(script) f1", size: "80x24")
    let lines = help.split(separator: "\n", omittingEmptySubsequences: false)
    let top = try #require(lines.firstIndex { $0.contains("Keys \u{2500}") }, "\(help)")
    #expect(lines[top + 3].contains("\u{2502} \(name) "), "\(help)")
    let about = try await preview.lastFrame(
      of: "usual", "\(script) f1 / type:keyboard", size: "80x24")
    #expect(about.contains("f1") && about.contains("Show keyboard shortcuts"), "\(about)")
    let closed = try await preview.lastFrame(of: "usual", "\(script) f1 f1", size: "80x24")
    let before = try await preview.lastFrame(of: "usual", script, size: "80x24")
    func frame(_ text: String) -> Substring {
      text[(text.firstIndex(of: "\n") ?? text.startIndex)...]
    }
    #expect(frame(closed) == frame(before))
  }

  @Test("Help at launch describes the first memo, and open text fields keep their text")
  func typed() async throws {
    let start = try await preview.lastFrame(of: "empty", "?", size: "80x24")
    #expect(start.contains("\u{2502} Welcome "))
    let typed = try await preview.lastFrame(of: "empty", "i type:a? f1 escape", size: "80x24")
    #expect(typed.contains("\u{2502} a? "))
  }

  @Test("The footer shows the help and quit keys, even over a sheet")
  func footer() async throws {
    for (script, line) in [
      ("r", "f1 help  ctrl+c quit"), ("D", "? help  q quit"), ("H", "? help  q quit"),
      ("ctrl+n wait:1", "? help  ctrl+c quit"), ("x down", "f1 help  ctrl+c quit"),
    ] {
      let frame = try await preview.lastFrame(of: "usual", script, size: "80x24")
      #expect(frame.hasSuffix("\n\(line)"), "\(script)")
    }
  }
}
