import Foundation
import Testing

/// A library on a disk that nothing can be written to.
struct ReadOnlyDiskTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// What a program leaves that was killed after it had moved a memo to the trash.
  private static let killed = """
    python3 -c "import os, sqlite3; c = sqlite3.connect('$SPEECHMEMO_HOME/library.sqlite'); \
    c.execute('UPDATE recordings SET trashed_at = 1 WHERE title = \\'river\\''); c.commit(); \
    os._exit(0)"
    """

  /// Runs a script with a library of two memos on a read-only disk, which only the script sees. In
  /// it, `p` is the program and `token` a token.
  private func run(before: String = "", _ script: String) throws -> Sandbox.Outcome {
    try sandbox.onDisk(
      megabytes: 64, audio: ["stone", "river"],
      """
      $p import "$@" > /dev/null || exit
      token=$($p tokens add test --scope read,write 2> /dev/null)
      \(before)
      mount -o remount,ro "$SPEECHMEMO_HOME" || exit
      \(script)
      """)
  }

  @Test(
    "Memos can be listed, searched, exported, verified and backed up, also from a killed program's log",
    .enabled(if: BadDiskTests.canMount, "needs the right to mount a small disk"),
    arguments: ["", Self.killed, Self.killed + "\nrm \"$SPEECHMEMO_HOME/library.sqlite-shm\""])
  func reading(before: String) throws {
    let outcome = try run(
      before: before,
      """
      $p list --json || exit
      $p list --trash --json | sed 's/^/trash /'
      $p search four || exit
      $p stats > /dev/null || exit
      $p export stone || exit
      $p verify || exit
      $p backup "$SPEECHMEMO_HOME.backup" > /dev/null || exit
      $p verify "$SPEECHMEMO_HOME.backup" || exit
      $p doctor || true
      """)
    #expect(outcome.status == 0, "\(outcome)")
    let isKilled = !before.isEmpty
    #expect(
      Set(outcome.objects.compactMap { $0["title"] as? String })
        == (isKilled ? ["stone"] : ["stone", "river"]))
    #expect(outcome.output.contains("trash {") == isKilled)
    #expect(outcome.output.contains("one two three four"))
    #expect(outcome.output.contains("2 memos, "))
    #expect(outcome.output.components(separatedBy: ": no problems\n").count == 3)
    #expect(outcome.output.contains("! library: its folder is read-only"))
  }

  @Test(
    "A change is refused in one line, and a missing database is not a missing file",
    .enabled(if: BadDiskTests.canMount, "needs the right to mount a small disk"),
    arguments: ["delete stone", "rename stone moss", "retry stone", "import \"$1\"", "recover"])
  func changing(command: String) throws {
    try run("$p \(command)").expectComplaint(saying: "is read-only, and nothing was changed")
  }

  @Test(
    "Neither a library nor a backup can be created on it",
    .enabled(if: BadDiskTests.canMount, "needs the right to mount a small disk"),
    arguments: [
      "SPEECHMEMO_HOME=$disk/new $p list", "SPEECHMEMO_HOME=$disk/new $p import \"$1\"",
      "$p backup \"$disk/new\"",
    ])
  func creating(command: String) throws {
    let outcome = try run(
      """
      disk="$SPEECHMEMO_HOME.disk"
      mkdir "$disk" && mount -t tmpfs -o ro none "$disk" || exit
      \(command)
      """)
    outcome.expectComplaint(saying: "cannot be created because its disk is read-only")
  }

  @Test(
    "A server serves memos and refuses changes",
    .enabled(if: BadDiskTests.canMount, "needs the right to mount a small disk"))
  func serving() throws {
    let outcome = try run(
      """
      coproc SERVER { exec $p serve --port 0 --json; }
      pid=$SERVER_PID
      read -r line <&"${SERVER[0]}"
      port=${line##*:} url=http://127.0.0.1:${port%\\}*}
      get() { local path=$1; shift; curl -sS -H "Authorization: Bearer $token" "$@" "$url$path"; }
      id=$($p list --json | head -1 | grep -o '"id":"[^"]*"' | cut -d'"' -f4)
      get /api/memos | grep -o '"title" *: *"[a-z]*"' | tr -d ' '
      get "/api/memos/$id/audio" -o /dev/null -w '%{http_code}\\n'
      get "/api/memos/$id" -X DELETE -o /dev/null -w '%{http_code}\\n'
      kill -TERM "$pid"
      wait "$pid"
      """)
    #expect(
      outcome.output.split(separator: "\n").sorted()
        == ["\"title\":\"river\"", "\"title\":\"stone\"", "200", "503"], "\(outcome)")
    #expect(outcome.error.contains("is read-only: memos can be read"))
    // Of the transcriber, and of the refused change.
    #expect(outcome.errorLines.count { $0.contains("is read-only") } == 2, "\(outcome.error)")
  }
}
