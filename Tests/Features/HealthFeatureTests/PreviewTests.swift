import PreviewHarness
import Testing

@testable import HealthPreview

/// Comparisons of the preview's frames with the ones below.
@MainActor
struct PreviewTests {
  private let preview = HealthPreview.preview

  @Test("When everything is present, each item shows its location")
  func usual() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "R", size: "72x12") == """
        == R
        Health                                                       no problems
        ────────────────────────────────────────────────────────────────────────
        • Library        12 memos in /home/me/.local/share/speechmemo
        • Speech engine  faster-whisper 1.2 with tiny.en in /opt/engine
        • Ffmpeg         m4a, webm and video can be imported
        • Microphone     audio is recorded from the headset
        • Loudspeaker    audio plays through the headset
        • Library folder /home/me/.local/share/speechmemo: under HOME
        • Engine folder  /opt/engine: set by SPEECHMEMO_ENGINE


        R recheck  esc back
        """)
  }

  @Test("Missing items are shown with a fix")
  func denied() async throws {
    #expect(
      try await preview.lastFrame(of: "denied", "R", size: "72x14") == """
        == R
        Health                                              1 problem, 1 warning
        ────────────────────────────────────────────────────────────────────────
        • Library        12 memos in /home/me/.local/share/speechmemo
        ✗ Speech engine  the speech engine is not set up in /opt/engine
                         To fix it: run 'speechmemo setup-engine' to set it up.
        • Ffmpeg         m4a, webm and video can be imported
        ! Microphone     cannot connect to a sound server (Connection refused)
                         To fix it: start PipeWire (with pipewire-pulse) or
                         PulseAudio: pulseaudio --start.
        • Loudspeaker    audio plays through the headset
        • Library folder /home/me/.local/share/speechmemo: under HOME
        • Engine folder  /opt/engine: set by SPEECHMEMO_ENGINE

        R recheck  esc back
        """)
  }

  @Test("A slow check does not delay the others")
  func loading() async throws {
    #expect(
      try await preview.lastFrame(of: "loading", "R", size: "72x12") == """
        == R
        Health                                                          checking
        ────────────────────────────────────────────────────────────────────────
        • Library        12 memos in /home/me/.local/share/speechmemo
        … Speech engine  checking…
        • Ffmpeg         m4a, webm and video can be imported
        • Microphone     audio is recorded from the headset
        • Loudspeaker    audio plays through the headset
        • Library folder /home/me/.local/share/speechmemo: under HOME
        • Engine folder  /opt/engine: set by SPEECHMEMO_ENGINE


        R recheck  esc back
        """)
  }

  @Test("Reasons are whole: on a small terminal they are wrapped, and the page scrolls")
  func small() async throws {
    #expect(
      try await preview.lastFrame(of: "denied", "down", size: "40x12") == """
        == down
        Health              1 problem, 1 warning
        ────────────────────────────────────────
          12 memos in                          ┃
          /home/me/.local/share/speechmemo     ┃
        ✗ Speech engine                        ┃
          the speech engine is not set up in   │
          /opt/engine                          │
          To fix it: run 'speechmemo setup-    │
          engine' to set it up.                │
        • Ffmpeg                               │
          m4a, webm and video can be imported  │
        R recheck  esc back
        """)
    #expect(
      try await preview.lastFrame(of: "denied", "end", size: "40x12") == """
        == end
        Health              1 problem, 1 warning
        ────────────────────────────────────────
          pipewire-pulse) or PulseAudio:       │
          pulseaudio --start.                  │
        • Loudspeaker                          │
          audio plays through the headset      │
        • Library folder                       │
          /home/me/.local/share/speechmemo:    │
          under HOME                           ┃
        • Engine folder                        ┃
          /opt/engine: set by SPEECHMEMO_ENGINE┃
        R recheck  esc back
        """)
    #expect(
      try await preview.lastFrame(of: "denied", "end up home", size: "20x5") == """
        == home
        Health  1 problem, …
        ────────────────────
        • Library          ┃
          12 memos in      │
        R recheck  esc back
        """)
  }

  @Test("A long page scrolls by pages and half pages")
  func long() async throws {
    let frames = try await preview.frames(
      "--state", "long", "--size", "60x12", "--script", "pagedown pageup ctrl+d ctrl+u end home")
    let pages = frames.components(separatedBy: "\n== ").map {
      $0.split(separator: "\n").dropFirst()
    }
    #expect(pages[1] != pages[0] && pages[2] == pages[0])
    #expect(pages[3] != pages[0] && pages[3] != pages[1] && pages[4] == pages[0])
    #expect(pages[5] != pages[1] && pages[6] == pages[0])
  }

  @Test("The preview contains the states tested here")
  func list() async throws {
    #expect(try await preview.frames("--list") == "usual\ndenied\nloading\nlong\n")
  }

  @Test("A session that was recorded shows the same when it is replayed")
  func replay() async throws {
    let frames = try await preview.replay(ofTyping: ["j", "R", "G", "k"], in: "denied")
    #expect(frames.contains("To fix it"))
  }

  @Test("On an ASCII terminal every glyph has a replacement", arguments: ["denied", "loading"])
  func ascii(state: String) async throws {
    let frames = try await preview.frames(
      "--state", state, "--ascii", "--size", "60x12", "--script", "down R")
    #expect(frames.allSatisfy { $0.isASCII }, "\(frames)")
  }
}
