import ComposableArchitecture
import PreviewHarness
import Testing

@testable import SettingsPreview

@MainActor
struct PreviewTests {
  private let preview = SettingsPreview.preview

  @Test("Each setting shows its value, and the selected one its description")
  func usual() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down up", size: "72x19") == """
        == up
        Settings
        ────────────────────────────────────────────────────────────────────────
        Speech engine  Whisper
        Model          small
        Language       en
        Vocabulary     2: Zoë, budget line
        Theme          for a dark background
        Old memos      kept forever
        Trash          kept forever
        Speakers       not detected
        Quality        fast
        Device         chosen by the engine
        Languages      all
        ────────────────────────────────────────────────────────────────────────
        Turns speech into text on this machine. Alternatives: a program that
        implements the speech engine protocol, or a server with OpenAI's API.
        faster-whisper 1.2 is ready, in /opt/engine.

        enter change  ↑↓ select
        """)
  }

  @Test("A server setting warns that speech is sent there, and has a key")
  func server() async throws {
    #expect(
      try await preview.lastFrame(of: "server", "down up", size: "72x20") == """
        == up
        Settings
        ────────────────────────────────────────────────────────────────────────
        Speech engine  https://speech.example/v1
        Server key     /home/me/key
        Model          engine default (whisper-1)
        Language       auto
        Vocabulary     none
        Theme          match the terminal's background
        Old memos      kept forever
        Trash          kept forever
        Speakers       not detected
        Quality        fast
        Device         chosen by the engine
        Languages      all
        ────────────────────────────────────────────────────────────────────────
        The server turns speech into text: everything you record or import is
        sent there.
        speech.example is ready, at https://speech.example/v1, which receives
        the audio.
        enter change  ↑↓ select
        """)
  }

  @Test("Without a file everything has its default")
  func empty() async throws {
    #expect(
      try await preview.lastFrame(of: "empty", "down", size: "72x17") == """
        == down
        Settings
        ────────────────────────────────────────────────────────────────────────
        Speech engine  Whisper
        Model          engine default (tiny.en)
        Language       auto
        Vocabulary     none
        Theme          match the terminal's background
        Old memos      kept forever
        Trash          kept forever
        Speakers       not detected
        Quality        fast
        Device         chosen by the engine
        Languages      all
        ────────────────────────────────────────────────────────────────────────
        Larger models are more accurate and slower.

        enter change  ↑↓ select
        """)
  }

  @Test("A model shows whether it is on this machine")
  func model() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down", size: "72x17") == """
        == down
        Settings
        ────────────────────────────────────────────────────────────────────────
        Speech engine  Whisper
        Model          small
        Language       en
        Vocabulary     2: Zoë, budget line
        Theme          for a dark background
        Old memos      kept forever
        Trash          kept forever
        Speakers       not detected
        Quality        fast
        Device         chosen by the engine
        Languages      all
        ────────────────────────────────────────────────────────────────────────
        Larger models are more accurate and slower.
        It is on this machine.
        enter change  ↑↓ select
        """)
  }

  @Test("An invalid value shows its problem below the field")
  func problem() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", "down down enter type:glish enter", size: "72x16") == """
          == enter
          Settings
          ────────────────────────────────────────────────────────────────────────
          Speech engine  Whisper
          Model          small
          Language       en
          Vocabul╭ Language ──────────────────────────────────────────────╮
          Theme  │ english                                                │
          Old mem│ 'english' is not a language code: use a code such as   │
          Trash  │ 'en' or 'de', or 'auto'                                │
          Speaker│ enter save  esc cancel                                 │
          Quality╰────────────────────────────────────────────────────────╯
          Device         chosen by the engine
          Languages      all
          ────────────────────────────────────────────────────────────────────────
          The engine expects speech in this language.
          enter change  ↑↓ select
          """)
  }

  @Test("Models are offered with downloaded ones first")
  func models() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down enter", size: "72x18") == """
        == enter
        Settings
        ────────────────────────────────────────────────────────────────────────
        Speech engine  Whisper
        Model          small
        Languag╭ Model ─────────────────────────────────────────────────╮
        Vocabul│ Engine default                                 tiny.en │
        Theme  │ small                                  on this machine │
        Old mem│ base                                     not installed │
        Trash  │ large-v3                                 not installed │
        Speaker│ Other                               a name or a folder │
        Quality│                                                        │
        Device │ enter choose  ↑↓ select  esc cancel                    │
        Languag╰────────────────────────────────────────────────────────╯
        ────────────────────────────────────────────────────────────────────────
        Larger models are more accurate and slower.
        It is on this machine.

        enter change  ↑↓ select
        """)
  }

  @Test("Words are added below the others")
  func vocabulary() async throws {
    #expect(
      try await preview.lastFrame(
        of: "usual", "down down down enter type:pier enter", size: "72x18") == """
          == enter
          Settings
          ────────────────────────────────────────────────────────────────────────
          Speech engine  Whisper
          Model          small
          Languag╭ Vocabulary ────────────────────────────────────────────╮
          Vocabul│ a name or a term                                       │
          Theme  │ ────────────────────────────────────────────────────── │
          Old mem│ Zoë                                                    │
          Trash  │ budget line                                            │
          Speaker│ pier                                                   │
          Quality│                                                        │
          Device │ del remove  esc done  ↑↓ select                        │
          Languag╰────────────────────────────────────────────────────────╯
          ────────────────────────────────────────────────────────────────────────
          Names and terms for the engine to expect.


          enter change  ↑↓ select
          """)
  }

  @Test("A long vocabulary scrolls and warns about its length")
  func long() async throws {
    #expect(
      try await preview.lastFrame(
        of: "long", "down down down enter up escape", size: "72x19") == """
          == escape
          Settings
          ────────────────────────────────────────────────────────────────────────
          Speech engine  Whisper
          Model          a-model-with-a-name-that-is-longer-than-any-terminal-is…
          Language       auto
          Vocabulary     60: term 1, term 2, term 3, term 4, term 5, term 6, ter…
          Theme          match the terminal's background
          Old memos      kept forever
          Trash          kept forever
          Speakers       not detected
          Quality        fast
          Device         chosen by the engine
          Languages      all
          ────────────────────────────────────────────────────────────────────────
          Names and terms for the engine to expect.
          The engine has room for about 30 words: the last ones may be ignored.


          enter change  ↑↓ select
          """)
  }

  @Test("An engine that takes its time is waited for")
  func loading() async throws {
    #expect(
      try await preview.lastFrame(of: "loading", "down up", size: "72x18") == """
        == up
        Settings
        ────────────────────────────────────────────────────────────────────────
        Speech engine  Whisper
        Model          small
        Language       en
        Vocabulary     2: Zoë, budget line
        Theme          for a dark background
        Old memos      kept forever
        Trash          kept forever
        Speakers       not detected
        Quality        fast
        Device         chosen by the engine
        Languages      all
        ────────────────────────────────────────────────────────────────────────
        Turns speech into text on this machine. Alternatives: a program that
        implements the speech engine protocol, or a server with OpenAI's API.
        Checking the engine.
        enter change  ↑↓ select
        """)
  }

  @Test("A missing engine shows how to fix it")
  func denied() async throws {
    #expect(
      try await preview.lastFrame(of: "denied", "down up", size: "72x19") == """
        == up
        Settings
        ────────────────────────────────────────────────────────────────────────
        Speech engine  Whisper
        Model          small
        Language       en
        Vocabulary     2: Zoë, budget line
        Theme          for a dark background
        Old memos      kept forever
        Trash          kept forever
        Speakers       not detected
        Quality        fast
        Device         chosen by the engine
        Languages      all
        ────────────────────────────────────────────────────────────────────────
        Turns speech into text on this machine. Alternatives: a program that
        implements the speech engine protocol, or a server with OpenAI's API.
        The speech engine is not set up in /opt/engine: run 'speechmemo setup-
        engine' to set it up.
        enter change  ↑↓ select
        """)
  }

  @Test("A value from a newer version is shown as unknown")
  func newer() async throws {
    #expect(
      try await preview.lastFrame(of: "newer", "down down down down", size: "72x18") == """
        == down
        Settings
        ────────────────────────────────────────────────────────────────────────
        Speech engine  Whisper
        Model          tiny.en
        Language       de
        Vocabulary     none
        Theme          solarized
        Old memos      kept forever
        Trash          kept forever
        Speakers       not detected
        Quality        fast
        Device         chosen by the engine
        Languages      all
        ────────────────────────────────────────────────────────────────────────
        The background that the colors are designed for.
        This version does not support 'solarized' and matches the terminal.

        enter next  ↑↓ select
        """)
  }

  @Test("A model that does not support the language shows a warning")
  func language() async throws {
    #expect(
      try await preview.lastFrame(of: "newer", "down down", size: "72x18") == """
        == down
        Settings
        ────────────────────────────────────────────────────────────────────────
        Speech engine  Whisper
        Model          tiny.en
        Language       de
        Vocabulary     none
        Theme          solarized
        Old memos      kept forever
        Trash          kept forever
        Speakers       not detected
        Quality        fast
        Device         chosen by the engine
        Languages      all
        ────────────────────────────────────────────────────────────────────────
        The engine expects speech in this language.
        tiny.en supports only English: for 'de', choose a model without '.en'.

        enter change  ↑↓ select
        """)
  }

  @Test("A small terminal shows the selected setting")
  func small() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down down", size: "40x8") == """
        == down
        Settings
        ────────────────────────────────────────
        Model          small                   ┃
        Language       en                      │
        Vocabulary     2: Zoë, budget line     │
        ────────────────────────────────────────
        The engine expects speech in this
        enter change  ↑↓ select
        """)
  }

  @Test("The smallest terminal does not crash")
  func smallest() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down down down enter", size: "20x5") == """
        == enter
        ╭ Vocabulary ──────╮
        │ a name or a term │
        │ ──────────────── │
        │ Zoë            ┃ │
        ╰──────────────────╯
        """)
  }

  @Test("On an ASCII terminal every glyph has a replacement", arguments: ["newer", "empty"])
  func ascii(state: String) async throws {
    let frames = try await preview.frames(
      "--state", state, "--ascii", "--size", "60x18", "--script",
      "enter escape down enter escape down down enter escape down down enter escape")
    #expect(frames.allSatisfy { $0.isASCII }, "\(frames)")
  }

  @Test("A click selects a setting, and a second click changes it")
  func mouse() async throws {
    let chosen = try await preview.lastFrame(of: "usual", "click:3,4", size: "72x16")
    #expect(chosen.contains("The engine expects speech in this language."))
    #expect(!chosen.contains("enter save"))
    let opened = try await preview.lastFrame(of: "usual", "click:3,4 click:3,4", size: "72x16")
    #expect(opened.contains("enter save"))
  }

  @Test("An unreadable settings file is reported with its path, and kept")
  func broken() async throws {
    let frame = try await preview.lastFrame(of: "failed", "down", size: "100x19")
    #expect(frame.contains("Cannot understand '/preview/settings.json'"))
    #expect(frame.contains("'retention.memoDays'"))
    #expect(frame.contains("It was kept as"))
    #expect(frame.contains("Old memos      kept forever"))
  }

}
