import Foundation
import Testing

/// Libraries in a PostgreSQL database, as operators use them.
@Suite(.enabled(if: PostgresServer.isInstalled, PostgresServer.advice))
struct HostedTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test(
    "A library moves to a database and a store, is transcribed and served there, and moves back")
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
        "$@" migrate --to "$database" --audio "$PWD/store" --library anna 2>&1 | sed 's/ at .*//'
        ls "$SPEECHMEMO_HOME/audio" | wc -l
        sums store/anna | diff sums - && echo same
        export SPEECHMEMO_DATABASE="$database" SPEECHMEMO_AUDIO="$PWD/store" SPEECHMEMO_LIBRARY=anna
        export_all "$@" | diff before - && echo same
        token=$("$@" tokens add phone --scope read,write,transcribe 2> /dev/null)
        coproc WORK { exec "$@" transcriber --json --concurrency 2; }
        worker=$WORK_PID
        exec {work}<&"${WORK[0]}"
        coproc SERVER { exec "$@" serve --port 0 --json; }
        server=$SERVER_PID
        read -r line <&"${SERVER[0]}"
        port=${line##*:} url=http://127.0.0.1:${port%\\}*}
        (
          unset SPEECHMEMO_DATABASE
          export SPEECHMEMO_SERVER="$url" SPEECHMEMO_TOKEN="$token"
          "$@" import Third.wav
          "$@" search three
        )
        while read -r -t 200 line <&"$work"; do
          case $line in *finished* | *failed*) echo "$line" | grep -o '"event":"[a-z]*"'; break ;; esac
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
        """)
    let lines = outcome.output.split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    try #require(lines.count == 21, "\(outcome.output)\n\(outcome.error)")
    #expect(
      lines[0...1] == [
        """
        tables created or updated: Libraries and their contents, Transcriber tokens, \
        Queue state, Job traces, Settings, Turns after priority changes, Case of all letters, \
        Versions of texts, Sessions, Details, Idempotency keys, Summaries
        """,
        "2 memos moved to 'anna'",
      ])
    #expect(lines[2...4] == ["0", "same", "same"], "all of it is there, and nothing here")
    #expect(
      lines[5].hasSuffix("saved Third, dated by its last change")
        && lines[6].hasSuffix("Third: 4 words"))
    #expect(lines[7] == "one two three four")
    #expect(lines[8].hasSuffix("Third") && lines[9] == "0:02  one two three four")
    #expect(lines[10].hasSuffix("First") && lines[11] == "0:01  one two three four")
    #expect(lines[12...16] == ["\"event\":\"finished\"", "401", "0", "0", "3 memos moved"])
    #expect(lines[17...19] == ["0", "same", "0"], "all of it is here, and nothing there")
    #expect(lines[20].hasPrefix("3 memos") && lines[20].hasSuffix("no problems"))
  }

  @Test("A library is not moved to itself or its audio's location, under any name")
  func ontoItself() throws {
    try sandbox.file("First.wav", Sound.tone(seconds: 2))
    try sandbox.file("Second.wav", Sound.tone(seconds: 3))
    let outcome = try sandbox.script(
      PostgresServer.begin(in: sandbox) + """
        "$@" import First.wav Second.wav > /dev/null
        psql -q "$administrator" -c 'CREATE DATABASE second OWNER owner'
        second=${database/'/postgres?'/'/second?'} second_owner=${owner/'/postgres?'/'/second?'}
        for place in "$owner" "$second_owner"; do
          "$@" libraries prepare --database "$place" --served-by server 2> /dev/null
        done
        "$@" migrate --to "$database" --audio "$PWD/store" --library anna 2>&1 | sed 's/ at .*//'
        export SPEECHMEMO_DATABASE="$database" SPEECHMEMO_AUDIO="$PWD/store" SPEECHMEMO_LIBRARY=anna
        shown() { "$@" show First --json; "$@" list --json; cd store/anna && sha256sum -- *; }
        (shown "$@") > before
        ln -s store other-store
        other="postgresql${database#postgres}&application_name=other"
        try() {
          local what="$1"
          shift
          "$@" 2>&1 | grep -o "$what"
          echo "${PIPESTATUS[0]}"
        }
        for place in "$database" "$other"; do
          for audio in "$PWD/store" "$PWD/other-store" "$PWD/third"; do
            try 'is the library that is being moved' \\
              "$@" migrate --to "$place" --audio "$audio" --library anna
          done
        done
        try 'in the same place as this library' \\
          "$@" migrate --to "$second" --audio "$PWD/other-store" --library anna
        (shown "$@") | diff before - && echo same
        "$@" verify 2>&1 | grep -o 'no problems'
        "$@" migrate --to "$other" --audio "$PWD/store" --library ben 2>&1 | sed 's/ at .*//'
        """)
    let refused = ["is the library that is being moved", "1"]
    var expected = ["2 memos moved to 'anna'"]
    for _ in 1...6 { expected += refused }
    expected += ["in the same place as this library", "1", "same", "no problems"]
    expected.append("2 memos moved to 'ben'")
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines == expected, "\(outcome.output)\n\(outcome.error)")
  }

  @Test("A transcriber with a token needs no password, and returns unfinished jobs")
  func byServer() throws {
    try sandbox.file("First.wav", Sound.tone(seconds: 2))
    let outcome = try sandbox.script(
      PostgresServer.begin(in: sandbox) + """
        "$@" libraries prepare --database "$owner" --served-by server 2> /dev/null
        export SPEECHMEMO_DATABASE="$database" SPEECHMEMO_AUDIO="$PWD/store"
        "$@" libraries add anna 2> /dev/null
        token=$(SPEECHMEMO_LIBRARY=anna "$@" tokens add phone --scope read,write,transcribe 2> /dev/null)
        "$@" libraries transcribers add gpu-1 > gpu-1.token 2> /dev/null
        coproc SERVER { exec "$@" serve --port 0 --json; }
        server=$SERVER_PID
        exec {log}<&"${SERVER[0]}"
        read -r line <&"$log"
        port=${line##*:} url=http://127.0.0.1:${port%\\}*}
        unset SPEECHMEMO_DATABASE SPEECHMEMO_AUDIO
        echo "$token" > phone.token
        echo speechmemo_nobody > nobody.token
        for name in nobody phone; do
          "$@" transcriber --server "$url" --token-file "$name.token" 2>&1 \\
            | grep -o 'does not accept this token\\|does not allow transcribing for all libraries'
          echo "${PIPESTATUS[0]}"
        done
        trace=4bf92f3577b34da6a3ce929d0e0e4736
        curl -sS -D - -H "Authorization: Bearer $token" -H 'Tus-Resumable: 1.0.0' \\
          -H "Upload-Length: $(stat -c %s First.wav)" \\
          -H "Upload-Metadata: filename $(printf First.wav | base64)" \\
          -H 'Content-Type: application/offset+octet-stream' \\
          -H "traceparent: 00-$trace-00f067aa0ba902b7-01" --data-binary @First.wav \\
          "$url/api/uploads" | grep -o "^traceparent: 00-$trace"
        coproc FIRST {
          FAKE_PART=waits exec "$@" transcriber --server "$url" --token-file gpu-1.token 2>&1
        }
        worker=$FIRST_PID
        exec {work}<&"${FIRST[0]}"
        while read -r -t 200 line <&"$work"; do
          case $line in
            *began*) kill -TERM "$worker" ;;
            'finishing current jobs'*) echo draining; kill -TERM "$worker" ;;
            *'left to other transcribers') echo stopped; break ;;
          esac
        done
        wait "$worker"; echo "$?"
        curl -sS -H "Authorization: Bearer $token" "$url/api/jobs" | grep -o '"attempts":[0-9]*'
        curl -sS -H "Authorization: Bearer $(cat gpu-1.token)" "$url/metrics" | grep '^speechmemo_jobs'
        coproc SECOND {
          exec "$@" transcriber --json --server "$url" --token-file gpu-1.token \\
            --metrics 127.0.0.1:0
        }
        worker=$SECOND_PID
        exec {work}<&"${SECOND[0]}"
        while read -r -t 200 line <&"$work"; do
          case $line in
            *listening*) metrics=${line#*http:} metrics=http:${metrics%%\\"*} ;;
            *finished* | *failed*)
              echo "$line" | grep -o '"event":"[a-z]*"'
              echo "$line" | grep -c "$trace"
              break
              ;;
          esac
        done
        curl -sS "${metrics//\\\\/}" | grep '^speechmemo_s\\|"done"'
        curl -sS -H "Authorization: Bearer $(cat gpu-1.token)" "$url/metrics" | grep '^speechmemo_[jq]'
        kill -TERM "$worker"
        wait "$worker"; echo "$?"
        SPEECHMEMO_TOKEN="$token" "$@" --server "$url" search three | tail -1
        find "$SPEECHMEMO_HOME/servers" -path '*/queue/*' -type f | wc -l
        kill -TERM "$server"
        wait "$server"; echo "$?"
        grep "$trace" <&"$log" | grep -o '"path":"/api/[a-z]*' | sort -u
        """)
    let lines = outcome.output.split(separator: "\n").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
    #expect(
      lines == [
        "does not accept this token", "1", "does not allow transcribing for all libraries", "1",
        "traceparent: 00-\(trace)", "draining", "stopped", "0", "\"attempts\":0",
        "speechmemo_jobs{state=\"queued\"} 1", "speechmemo_jobs{state=\"running\"} 0",
        "\"event\":\"finished\"", "1",
        "speechmemo_transcripts_total{outcome=\"done\"} 1", "speechmemo_speech_seconds_total 2",
        "speechmemo_jobs{state=\"queued\"} 0", "speechmemo_jobs{state=\"running\"} 0",
        "speechmemo_queue_oldest_seconds 0", "0", "0:01  one two three four", "0", "0",
        "\"path\":\"/api/queue", "\"path\":\"/api/uploads",
      ], "\(outcome.output)\n\(outcome.error)")
  }
}
