import Foundation
import Testing

/// Libraries in a PostgreSQL database, as those who run one have them.
@Suite(.enabled(if: PostgresServer.isInstalled, PostgresServer.advice))
struct HostedTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test("A library goes to a database and a store, is transcribed there, served, and comes back")
  func thereAndBack() throws {
    for (number, name) in ["First", "Second", "Third"].enumerated() {
      try sandbox.file("\(name).wav", Sound.tone(seconds: Double(number + 2)))
    }
    let outcome = try sandbox.script(
      PostgresServer.begin(in: sandbox) + """
        "$@" import First.wav Second.wav > /dev/null
        "$@" delete Second 2> /dev/null
        sums() { (cd "$1" && sha256sum -- * | cut -c1-64 | sort); }
        export_all() { "$@" show First --json; "$@" list --trash --json; }
        sums "$SPEECHMEMO_HOME/audio" > sums
        export_all "$@" > before
        "$@" libraries prepare --database "$owner" --served-by server 2>&1
        "$@" migrate --to "$database" --audio "$PWD/store" --library anna 2>&1 | sed 's/ of .*//'
        ls "$SPEECHMEMO_HOME/audio" | wc -l
        sums store/anna | diff sums - && echo same
        export SPEECHMEMO_DATABASE="$database" SPEECHMEMO_AUDIO="$PWD/store" SPEECHMEMO_LIBRARY=anna
        export_all "$@" | diff before - && echo same
        token=$("$@" tokens add phone --scope read,write,transcribe 2> /dev/null)
        programs=$(dirname "$1")
        coproc WORK { exec "$programs/transcriber" --json --concurrency 2; }
        worker=$WORK_PID
        exec {work}<&"${WORK[0]}"
        coproc SERVER { exec "$programs/server" --port 0 --json; }
        server=$SERVER_PID
        read -r line <&"${SERVER[0]}"
        port=${line##*:} url=http://127.0.0.1:${port%\\}*}
        (
          unset SPEECHMEMO_DATABASE
          export SPEECHMEMO_SERVER="$url" SPEECHMEMO_TOKEN="$token"
          "$@" import Third.wav
          "$@" search three
        )
        while read -r line <&"$work"; do
          case $line in *finished*) echo "$line" | grep -o '"library":"anna"'; break ;; esac
        done
        curl -sS -o /dev/null -w '%{http_code}\\n' -H "Authorization: Bearer ${token}x" "$url/api/memos"
        kill -TERM "$server" "$worker"
        wait "$server"; echo "$?"
        wait "$worker"; echo "$?"
        "$@" migrate --to "$PWD/back" 2>&1 | sed 's/ to .*//'
        ls store/anna | wc -l
        unset SPEECHMEMO_DATABASE
        export SPEECHMEMO_HOME="$PWD/back"
        export_all "$@" | diff before - && echo same
        sums back/audio | comm -23 sums - | wc -l
        "$@" verify
        """, Sandbox.program)
    Issue.record("\(outcome.output)\n---\n\(outcome.error)")
  }
}
