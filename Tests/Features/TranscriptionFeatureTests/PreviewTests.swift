import ComposableArchitecture
import PreviewHarness
import Testing

@testable import TranscriptionPreview

/// Comparisons of the preview's frames with the ones below.
@Suite("Transcriptions: frames")
@MainActor
struct PreviewTests {
  private let preview = TranscriptionPreview.preview

  @Test("A typical queue: running with its text, waiting, failed and done")
  func usual() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:1 down", size: "64x13") == """
        == down
        Transcripts    1 transcribing, 1 waiting, 1 failed, 1 done today
        ────────────────────────────────────────────────────────────────
        ▶ A thought on the train                ████▊░░░░░   48%    0:20
        · Call with Zoë                                  waiting 1:35:04
        ✗ 会議のメモ 🎙️                                   failed   12:02
        ✓ Budget meeting                                   09:30    0:12


        ────────────────────────────────────────────────────────────────
        Transcribing, model: tiny.en
        We met at nine. The harbour was still in fog. Marta had the long
        rope and two lanterns. The ferry did not stop at the old pier.
        enter open  c cancel  W other model  p pause
        """)
  }

  @Test("A canceled job disappears, the next one starts, and it can be restored")
  func cancelled() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:1 down c", size: "64x10") == """
        == c
        Transcripts               1 transcribing, 1 failed, 1 done today
        ────────────────────────────────────────────────────────────────
        ▶ Call with Zoë                         ░░░░░░░░░░    0% 1:35:04
        ✗ 会議のメモ 🎙️                                   failed   12:02
        ✓ Budget meeting                                   09:30    0:12


        ────────────────────────────────────────────────────────────────
        Transcribing, model: small
        enter open  c cancel  W other model  p pause
        """)
  }

  @Test("A failed job shows its reason")
  func failure() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down down down", size: "64x10") == """
        == down
        Transcripts    1 transcribing, 1 waiting, 1 failed, 1 done today
        ────────────────────────────────────────────────────────────────
        ▶ A thought on the train                ░░░░░░░░░░    0%    0:20
        · Call with Zoë                                  waiting 1:35:04
        ✗ 会議のメモ 🎙️                                   failed   12:02
        ✓ Budget meeting                                   09:30    0:12
        ────────────────────────────────────────────────────────────────
        Failed, model: tiny.en
        the file contains no audio; check that it plays elsewhere
        enter open  T retry  W other model  p pause
        """)
  }

  @Test("When the queue is empty, today's finished jobs remain")
  func finished() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:9", size: "64x9") == """
        == wait:9
        Transcripts                               1 failed, 3 done today
        ────────────────────────────────────────────────────────────────
        ✗ 会議のメモ 🎙️                                   failed   12:02
        ✓ Budget meeting                                   09:30    0:12
        ✓ Call with Zoë                                    00:00 1:35:04
        ✓ A thought on the train                           00:00    0:20


        p pause  ↑↓ select
        """)
  }

  @Test("A sheet asks for another model")
  func another() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "down down W ctrl+u type:small", size: "64x12")
        == """
        == type:small
        Transcripts    1 transcribing, 1 waiting, 1 failed, 1 done today
        ────────────────────────────────────────────────────────────────
        ▶ A thought on the train                ░░░░░░░░░░    0%    0:20
        · C╭ Another model ─────────────────────────────────────────╮:04
        ✗  │ small                                                  │:02
        ✓ B│ A name such as tiny.en or small, or a folder.          │:12
           │ enter transcribe  esc cancel                           │
           ╰────────────────────────────────────────────────────────╯

        ────────────────────────────────────────────────────────────────
        Waiting, model: small
        enter open  c cancel  W other model  p pause
        """)
  }

  @Test("Replacing edited text asks first")
  func edited() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "end T", size: "64x12") == """
        == T
        Transcripts    1 transcribing, 1 waiting, 1 failed, 1 done today
        ────────────────────────────────────────────────────────────────
        ▶ A thought on the train                ░░░░░░░░░░    0%    0:20
        · ╭ Replace the edited transcript? ──────────────────────────╮04
        ✗ │ A new transcript replaces your edits. The edited text    │02
        ✓ │ stays in the library's database.                         │12
          │                                                          │
          │                               [ Cancel ] [ Replace (y) ] │
          ╰──────────────────────────────────────────────────────────╯
        ────────────────────────────────────────────────────────────────
        Done, model: tiny.en
        enter open  T redo  W other model  p pause
        """)
  }

  @Test("A confirmed replacement transcribes again")
  func replaced() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "end T y", size: "64x9") == """
        == y
        Transcripts                  1 transcribing, 2 waiting, 1 failed
        ────────────────────────────────────────────────────────────────
        ▶ A thought on the train                ░░░░░░░░░░    0%    0:20
        · Call with Zoë                                  waiting 1:35:04
        · Budget meeting                                 waiting    0:12
        ✗ 会議のメモ 🎙️                                   failed   12:02
        ────────────────────────────────────────────────────────────────
        Waiting, model: tiny.en
        enter open  c cancel  W other model  p pause
        """)
  }

  @Test("The return key keeps it")
  func kept() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "end T enter", size: "64x9") == """
        == enter
        Transcripts    1 transcribing, 1 waiting, 1 failed, 1 done today
        ────────────────────────────────────────────────────────────────
        ▶ A thought on the train                ░░░░░░░░░░    0%    0:20
        · Call with Zoë                                  waiting 1:35:04
        ✗ 会議のメモ 🎙️                                   failed   12:02
        ✓ Budget meeting                                   09:30    0:12
        ────────────────────────────────────────────────────────────────
        Done, model: tiny.en
        enter open  T redo  W other model  p pause
        """)
  }

  @Test("Pausing returns running jobs to the queue")
  func paused() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:1 p", size: "64x9") == """
        == p
        Transcripts            paused, 2 waiting, 1 failed, 1 done today
        ────────────────────────────────────────────────────────────────
        · A thought on the train                         waiting    0:20
        · Call with Zoë                                  waiting 1:35:04
        ✗ 会議のメモ 🎙️                                   failed   12:02
        ✓ Budget meeting                                   09:30    0:12


        p resume  ↑↓ select
        """)
  }

  @Test("An empty queue shows a message")
  func empty() async throws {
    #expect(
      try await preview.lastFrame(of: "empty", "", size: "64x8") == """
        == empty
        Transcripts
        ────────────────────────────────────────────────────────────────


                           All memos are transcribed.


        p pause
        """)
  }

  @Test("Of a long queue the end is seen, and how far down it is")
  func long() async throws {
    #expect(
      try await preview.lastFrame(of: "long", "end", size: "64x10") == """
        == end
        Transcripts                        1 transcribing, 1,999 waiting
        ────────────────────────────────────────────────────────────────
        · Memo 1996                                     waiting   34:16│
        · Memo 1997                                     waiting   34:17│
        · Memo 1998                                     waiting   34:18│
        · Memo 1999                                     waiting   34:19│
        · Memo 2000                                     waiting   34:20┃
        ────────────────────────────────────────────────────────────────
        Waiting, model: tiny.en
        enter open  c cancel  W other model  p pause
        """)
  }

  @Test("A loading library shows that it is loading")
  func loading() async throws {
    #expect(
      try await preview.lastFrame(of: "loading", "", size: "64x8") == """
        == loading
        Transcripts
        ────────────────────────────────────────────────────────────────


                                    Loading…


        p pause
        """)
  }

  @Test("An unreadable library shows the reason and a fix")
  func failed() async throws {
    #expect(
      try await preview.lastFrame(of: "failed", "R", size: "64x8") == """
        == R
        Transcripts
        ────────────────────────────────────────────────────────────────
        The library is busy: another program is writing to
        library.sqlite; try again when it is done.



        R try again  p pause
        """)
  }

  @Test("Without an engine, jobs wait and the screen shows what to do")
  func denied() async throws {
    #expect(
      try await preview.lastFrame(of: "denied", "R", size: "64x10") == """
        == R
        Transcripts                    2 waiting, 1 failed, 1 done today
        ────────────────────────────────────────────────────────────────
        No speech engine is set up; run 'speechmemo setup-engine' to set
        it up.
        · A thought on the train                         waiting    0:20
        · Call with Zoë                                  waiting 1:35:04
        ✗ 会議のメモ 🎙️                                   failed   12:02
        ✓ Budget meeting                                   09:30    0:12

        R try again  p pause  ↑↓ select
        """)
  }

  @Test("On a narrow terminal titles and states are left")
  func narrow() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:1 down", size: "40x10") == """
        == down
        Transcripts  1 transcribing, 1 waiting,…
        ────────────────────────────────────────
        ▶ A thought on the train             48%
        · Call with Zoë                  waiting
        ✗ 会議のメモ 🎙️                   failed
        ✓ Budget meeting                   09:30
        ────────────────────────────────────────
        Transcribing, model: tiny.en
        old pier.
        enter open  c cancel  W other model
        """)
  }

  @Test("The smallest terminal shows the list")
  func small() async throws {
    #expect(
      try await preview.lastFrame(of: "usual", "wait:1 down", size: "20x5") == """
        == down
        Transcripts  1 tran…
        ────────────────────
        ▶ A thought…    48%┃
        · Call wi…  waiting│
        enter open  c cancel
        """)
  }

  @Test("The preview contains the states that have a frame here")
  func list() async throws {
    #expect(
      try await preview.frames("--list") == "usual\nempty\nlong\nloading\nfailed\ndenied\n")
  }
}
