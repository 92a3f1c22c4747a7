import Foundation
import TestSoundServer
import TestTerminal
import Testing

/// The command line and the app on a library that is on another machine, over a real connection.
struct RemoteTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// Runs a script of bash while the server runs. In it `afar` is the program as another machine has
  /// it, and `here` on the server's own.
  private func serve(
    _ script: String, soundServer: Sandbox? = nil
  ) throws -> Sandbox.Outcome {
    try (soundServer ?? sandbox).serve(
      """
      program=$1
      afar() {
        SPEECHMEMO_HOME='\((soundServer ?? sandbox).path("afar"))' SPEECHMEMO_SERVER=$url \
          SPEECHMEMO_TOKEN=$token "$program" "$@"
      }
      here() { "$program" "$@"; }
      \(script)
      """, scopes: "read,write,transcribe")
  }

  @Test("Each command prints the same for a remote library")
  func commands() throws {
    let (talk, walk) = (
      try sandbox.file("talk.wav", Sound.tone(440)), try sandbox.file("walk.wav", Sound.tone(550))
    )
    let outcome = try serve(
      """
      fails() { echo "wrong: $*"; }
      afar import '\(talk)' '\(walk)' | grep -c 'saved' | grep -qx 2 || fails import
      afar import '\(talk)' | grep -q 'already' || fails twin
      [ "$(afar list | wc -l)" = 2 ] || fails list
      afar tag talk --add one --add 'two words' >/dev/null || fails tag
      afar favorite talk >/dev/null || fails favorite
      afar rename walk 'A walk, and more' >/dev/null || fails rename
      afar edit talk --text 'Said by a person, afar.' 2>/dev/null || fails edit
      for command in list 'list --json' 'show talk' 'show talk --json' 'search person' \
        'search person --json' stats 'export talk -f srt' 'export talk -f json' \
        'export talk -f vtt' 'export talk -f md' 'list --tag one' 'list --search afar'; do
        cmp <(afar $command 2>&1) <(here $command 2>&1) || fails "$command"
      done
      afar undo >/dev/null || fails undone
      afar show talk | grep -q 'Said by a person' && fails undone
      afar export talk -f audio -o '\(sandbox.path("out.wav"))' || fails sound
      cmp '\(talk)' '\(sandbox.path("out.wav"))' || fails sound
      afar delete talk >/dev/null 2>&1 || fails delete
      [ "$(here list | wc -l)" = 1 ] || fails deleted
      afar undo >/dev/null || fails undo
      [ "$(here list | wc -l)" = 2 ] || fails restored
      afar delete talk >/dev/null 2>&1
      afar empty-trash --yes >/dev/null || fails empty
      afar retry "A walk, and more" 2>&1 >/dev/null | grep . && fails retry
      afar backup '\(sandbox.path("b"))' 2>&1 | grep -q 'SPEECHMEMO_SERVER is not supported' || fails backup
      echo done
      """)
    #expect(outcome.output == "done\n", "\(outcome.output) \(outcome.error)")
    #expect(sandbox.soundFiles().count == 1, "what was deleted for good is gone there")
  }

  @Test(
    "A memo is recorded and played afar",
    .enabled(if: TestSoundServer.isInstalled, "no pulseaudio"))
  func sound() async throws {
    let server = try await TestSoundServer.start()
    let sandbox = try Sandbox(soundServer: server.address)
    let outcome = try serve(
      """
      afar record --seconds 1 --no-transcript --title Pier --json
      here list --json
      afar play Pier --speed 3 2>&1
      """, soundServer: sandbox)
    let memo = try #require(
      outcome.objects.last { $0["title"] as? String == "Pier" }, "\(outcome.output)")
    #expect((memo["duration"] as? Double ?? 0) >= 1)
    #expect(outcome.output.contains("Playing Pier"), "\(outcome.output) \(outcome.error)")
    #expect(sandbox.soundFiles().count == 1)
    server.kill()
  }

  @Test(
    "A recording made while the server is away is kept and uploaded later",
    .enabled(if: TestSoundServer.isInstalled, "no pulseaudio"))
  func away() async throws {
    let server = try await TestSoundServer.start()
    let sandbox = try Sandbox(soundServer: server.address)
    let outcome = try serve(
      """
      kill -TERM "$pid"; wait "$pid"
      afar record --seconds 1 --no-transcript --title Pier 2>&1
      echo "status $?"
      coproc SERVER { exec "$program" serve --port "${url##*:}" --json; }
      pid=$SERVER_PID
      read -r line <&"${SERVER[0]}"
      afar recover 2>&1
      here list
      """, soundServer: sandbox)
    #expect(outcome.output.contains("cannot be reached"), "\(outcome.output)")
    #expect(outcome.output.contains("status 1"))
    #expect(outcome.output.contains("saved Pier"), "\(outcome.output)")
    #expect(sandbox.soundFiles().count == 1)
    server.kill()
  }

  @Test("The app shows remote memos, renames one, and shows others' changes")
  func app() async throws {
    let path = try sandbox.file("memo.wav", Sound.tone())
    #expect(try sandbox.run("import", "--no-wait", path).status == 0)
    let token = try sandbox.run("tokens", "add", "afar", "--scope", "read,write,transcribe")
    let server = try sandbox.start(["serve", "--port", "0", "--json"], engine: "")
    let line = try await onItsOwnThread { try sandbox.firstLine(of: server) }
    let port = try #require(line.firstMatch(of: /:(\d+)\D*$/)?.1)
    let environment = sandbox.environment().merging([
      "SPEECHMEMO_HOME": sandbox.path("afar"), "SPEECHMEMO_SERVER": "http://127.0.0.1:\(port)",
      "SPEECHMEMO_TOKEN": token.output.trimmed, "TERM": "xterm-256color",
      "XDG_CONFIG_HOME": sandbox.path("config"),
    ]) { $1 }
    try await onItsOwnThread {
      let terminal = try Terminal(columns: 80, rows: 24)
      try terminal.start(Sandbox.program, [], environment: environment)
      try terminal.expect("0:01")
      let renamed = try sandbox.run("rename", "memo", "Theirs")
      #expect(renamed.status == 0, "\(renamed.error)")
      try terminal.expect("Theirs")
      terminal.type("q")
      let (text, status) = terminal.finish()
      #expect(status == 0, "\(text)")
    }
    server.child.send(SIGTERM)
    let ended = try sandbox.finish(server)
    #expect(ended.error == "" || ended.status == 143, "\(ended)")
  }
}
