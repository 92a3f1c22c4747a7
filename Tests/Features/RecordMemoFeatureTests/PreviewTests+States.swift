import DependenciesTestSupport
import PreviewHarness
import Testing

@testable import RecordMemoPreview

extension PreviewTests {
  @Test(
    "Each state shows its problem", .dependencies,
    arguments: [
      (
        "denied", "enter enter",
        """
        == denied
        New memo
        ────────────────────────────────────────────
        No microphone found. Plug one in, or switch
        it on in the sound settings.




        enter record  v device
        == enter
        New memo
        ╭ No microphone found. ────────────────────╮
        │ Plug one in, or switch it on in the      │
        │ sound settings.                          │
        │                                          │
        │                                   [ OK ] │
        ╰──────────────────────────────────────────╯

        enter record  v device
        == enter
        New memo
        ────────────────────────────────────────────
        No microphone found. Plug one in, or switch
        it on in the sound settings.




        enter record  v device

        """
      ),
      (
        "noserver", "v enter enter",
        """
        == noserver
        New memo
        ────────────────────────────────────────────
        Cannot connect to a sound server (Connection
        refused). Start PipeWire (with pipewire-
        pulse) or PulseAudio: pulseaudio --start.



        enter record  v device
        == v
        New memo
        ╭ Cannot connect to a sound server. ───────╮
        │ Connection refused. Start PipeWire (with │
        │ pipewire-pulse) or PulseAudio:           │
        │ pulseaudio --start.                      │
        │                                          │
        │                                   [ OK ] │
        ╰──────────────────────────────────────────╯
        enter record  v device
        == enter
        New memo
        ────────────────────────────────────────────
        Cannot connect to a sound server (Connection
        refused). Start PipeWire (with pipewire-
        pulse) or PulseAudio: pulseaudio --start.



        enter record  v device
        == enter
        New memo
        ╭ Cannot connect to a sound server. ───────╮
        │ Connection refused. Start PipeWire (with │
        │ pipewire-pulse) or PulseAudio:           │
        │ pulseaudio --start.                      │
        │                                          │
        │                                   [ OK ] │
        ╰──────────────────────────────────────────╯
        enter record  v device

        """
      ),
      (
        "undiscarded", "d y",
        """
        == undiscarded
        New memo
        ────────────────────────────────────────────
        An earlier recording (1 min) has not been
        saved.
        Ready to record from Built-in Microphone.



        enter save the earlier one  d discard it
        == d
        New memo
        ╭ Discard the earlier recording? ──────────╮
        │ It will be moved to the trash. You can   │
        │ restore it from there.                   │
        │                                          │
        │               [ Discard (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────╯

        enter save the earlier one  d discard it
        == y
        New memo
        ╭ The recording was not discarded. ────────╮
        │ the library is busy: another program is  │
        │ writing to library.sqlite; try again     │
        │ when it is done                          │
        │                                          │
        │                                   [ OK ] │
        ╰──────────────────────────────────────────╯
        enter save the earlier one  d discard it

        """
      ),
      (
        "empty", "v down enter enter wait:1.5 d d y wait:1",
        """
        == empty
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.





        enter record  v device
        == v
        New memo
        ─────╭ Record from ───────────────────╮─────
        Ready│ System default  Built-in Micr… │e.
             │ Built-in Microphone            │
             │ Headset                        │
             │                                │
             │ enter choose  esc cancel       │
             ╰────────────────────────────────╯
        enter record  v device
        == down
        New memo
        ─────╭ Record from ───────────────────╮─────
        Ready│ System default  Built-in Micr… │e.
             │ Built-in Microphone            │
             │ Headset                        │
             │                                │
             │ enter choose  esc cancel       │
             ╰────────────────────────────────╯
        enter record  v device
        == enter
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.





        enter record  v device
        == enter
        Starting…

        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────




        enter stop and save  d discard
        == wait:1.5
        ● Recording                             0:01
                                                   ▇
        ███████████████████████████████████████▍░░░░
        ────────────────────────────────────────────
        The



        enter stop and save  space pause  d discard
        == d
        ● Recording                             0:01
        ╭ Discard this recording? ─────────────────╮
        │ It will be moved to the trash. You can   │
        │ restore it from there.                   │
        │                                          │
        │               [ Discard (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────╯

        enter stop and save  space pause  d discard
        == d
        ● Recording                             0:01
        ╭ Discard this recording? ─────────────────╮
        │ It will be moved to the trash. You can   │
        │ restore it from there.                   │
        │                                          │
        │               [ Discard (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────╯

        enter stop and save  space pause  d discard
        == y
        Discarding…                             0:01
                                                   ▇
        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────
        The




        == wait:1
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.





        enter record  v device

        """
      ),
      (
        "failed", "enter",
        """
        == failed
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.





        enter record  v device
        == enter
        New memo
        ╭ There is not enough space to record. ────╮
        │ Not enough disk space to record to       │
        │ /nonexistent/speechmemo/drafts/recording │
        │ .flac; free some space and try again.    │
        │                                          │
        │                                   [ OK ] │
        ╰──────────────────────────────────────────╯
        enter record  v device

        """
      ),
      (
        "nolivetext", "enter wait:1.5 d y",
        """
        == nolivetext
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.





        enter record  v device
        == enter
        Starting…

        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────


        Live text is unavailable: no speech engine
        is set up. Run 'speechmemo doctor'.
        enter stop and save  d discard
        == wait:1.5
        ● Recording                             0:01
                                                   ▇
        ███████████████████████████████████████▍░░░░
        ────────────────────────────────────────────


        Live text is unavailable: no speech engine
        is set up. Run 'speechmemo doctor'.
        enter stop and save  space pause  d discard
        == d
        ● Recording                             0:01
        ╭ Discard this recording? ─────────────────╮
        │ It will be moved to the trash. You can   │
        │ restore it from there.                   │
        │                                          │
        │               [ Discard (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────╯
        is set up. Run 'speechmemo doctor'.
        enter stop and save  space pause  d discard
        == y
        Discarding…                             0:01
                                                   ▇
        ░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░░
        ────────────────────────────────────────────


        Live text is unavailable: no speech engine
        is set up. Run 'speechmemo doctor'.


        """
      ),
      (
        "draft", "d n enter",
        """
        == draft
        New memo
        ────────────────────────────────────────────
        An earlier recording (1 min) has not been
        saved.
        Ready to record from Built-in Microphone.



        enter save the earlier one  d discard it
        == d
        New memo
        ╭ Discard the earlier recording? ──────────╮
        │ It will be moved to the trash. You can   │
        │ restore it from there.                   │
        │                                          │
        │               [ Discard (y) ] [ Cancel ] │
        ╰──────────────────────────────────────────╯

        enter save the earlier one  d discard it
        == n
        New memo
        ────────────────────────────────────────────
        An earlier recording (1 min) has not been
        saved.
        Ready to record from Built-in Microphone.



        enter save the earlier one  d discard it
        == enter
        New memo
        ────────────────────────────────────────────
        Ready to record from Built-in Microphone.





        enter record  v device

        """
      ),
      (
        "long", "",
        """
        == long
        ● Recording                          1:02:03
         ▄▅▅▆▆▆▆▇▇▇▇▇▇▇ ▅▅▅▆▆▆▆▇▇▇▇▇▇▇▄▅▅▆▆▆▆▆▇▇▇▇▇▇
        ███████████████████████████████████████▎░░░░
        ────────────────────────────────────────────
        395. This is sentence number 396. This is
        sentence number 397. This is sentence number
        398. This is sentence number 399. This is
        sentence number 400. And one more
        enter stop and save  space pause  d discard

        """
      ),
    ])
  func states(name: String, script: String, text: String) async throws {
    let frames = try await preview.frames("--state", name, "--size", "44x9", "--script", script)
    #expect(frames == text)
  }
}
