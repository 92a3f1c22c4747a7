import Foundation
import Testing

private let hasCurl = FileManager.default.isExecutableFile(atPath: "/usr/bin/curl")

/// The server as another machine's program meets it: over a real connection, asked by curl.
@Suite(.enabled(if: hasCurl, "curl is not installed"))
struct ServeTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  private func `import`(_ name: String) throws -> String {
    let sound = try sandbox.file("\(name).wav", Sound.tone(440))
    let imported = try sandbox.run("import", "--no-wait", "--json", sound)
    return try #require(imported.objects.first?["id"] as? String, "\(imported.error)")
  }

  @Test("Remote memos are listed, changed and played")
  func memos() throws {
    let id = try `import`("talk")
    let part = sandbox.path("part")
    let outcome = try sandbox.serve(
      """
      get /api/memos
      echo
      get /api/memos/\(id) -X PATCH --json '{"title": "Renamed from afar"}' -o /dev/null -w '%{http_code}\\n'
      head -c 100 '\(sandbox.path("talk.wav"))' > '\(part)'
      get /api/memos/\(id)/audio -C - -o '\(part)' -w '%{http_code}\\n'
      get '/api/memos/\(id)/transcript?format=pdf' -o /dev/null -w '%{http_code}\\n'
      curl -sS "$url/api/memos" -o /dev/null -w '%{http_code}\\n'
      curl -sS "$url/ready"
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 6, "\(outcome.output) \(outcome.error)")
    #expect(lines[0].contains(id) && lines[0].contains(#""title":"talk""#))
    #expect(lines[1...] == ["200", "206", "400", "401", "ready"])
    let whole = try Data(contentsOf: URL(fileURLWithPath: sandbox.path("talk.wav")))
    #expect(try Data(contentsOf: URL(fileURLWithPath: part)) == whole)
    #expect(try sandbox.run("list").output.contains("Renamed from afar"))
    #expect(try sandbox.run("tokens", "list").output.contains("read,write"))
  }

  @Test("SIGHUP does not end a server without a terminal")
  func hangUp() throws {
    let outcome = try sandbox.serve(
      """
      kill -HUP "$pid"
      count=0
      for turn in {1..40}; do
        get /health -f -o /dev/null 2>/dev/null && count=$((count + 1))
        read -rt 0.05 <> <(:)
      done
      echo "$count"
      """)
    #expect(outcome.output.trimmed == "40", "\(outcome.error)")
    #expect(outcome.status == 0)
  }

  @Test("A requested transcript is made by the server")
  func transcribes() throws {
    let id = try `import`("talk")
    let outcome = try sandbox.serve(
      """
      for turn in {1..200}; do
        text=$(get '/api/memos/\(id)/transcript?format=txt' -f 2>/dev/null) && break
        read -rt 0.05 <> <(:)
      done
      echo "$text"
      """)
    #expect(outcome.output.trimmed.isEmpty == false, "\(outcome.error)")
    #expect(
      try sandbox.run("export", id, "--format", "txt").output.trimmed == outcome.output.trimmed)
  }

  @Test("Changes arrive as events, and a reconnecting client resumes")
  func events() throws {
    _ = try `import`("talk")
    let outcome = try sandbox.serve(
      """
      exec 5< <(get /api/events -N)
      while read -r line <&5 && [ -n "$line" ]; do echo "$line"; case $line in id:*) id=${line#id: };; esac; done
      "$1" rename last Theirs
      while read -r line <&5 && [ -n "$line" ]; do echo "${line/$id/}"; done
      exec 5<&-
      read -r line < <(get /api/events -N -H "Last-Event-ID: gone-7" | grep -m 1 event)
      echo "$line"
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("event: connected"), "\(outcome.output) \(outcome.error)")
    #expect(lines.contains("event: library") || lines.contains("event: memos"))
    #expect(lines.last == "event: reset")
    #expect(outcome.status == 0, "what still listens does not keep it from ending")
  }

  @Test("A stream of events ends when its token is revoked by another program")
  func revoked() throws {
    let outcome = try sandbox.serve(
      """
      exec 5< <(get /api/events -N; echo ended)
      while read -r line <&5 && [ -n "$line" ]; do echo "$line"; done
      "$1" tokens revoke test
      while read -r line <&5; do [ "$line" != ended ] || echo "$line"; done
      get /api/memos -o /dev/null -w '%{http_code}\\n'
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    #expect(lines.contains("event: connected"), "\(outcome.output) \(outcome.error)")
    #expect(lines.suffix(2) == ["ended", "401"], "\(outcome.output) \(outcome.error)")
  }

  @Test("A signal ends the server, and invalid options are reported")
  func ends() throws {
    let taken = try sandbox.serve(
      """
      "$1" serve --port "${url##*:}" 2>&1
      echo "$?"
      """, options: "--open-on-loopback")
    #expect(taken.status == 0, "it is ended by a signal")
    let lines = taken.output.split(separator: "\n")
    #expect(lines.first?.contains("cannot listen") == true, "\(taken.output)")
    #expect(lines.last == "1")
    let plain = try sandbox.run("serve", "--host", "0.0.0.0")
    #expect(plain.status == 2)
    #expect(plain.errorLines.first?.contains("--plain-http") == true, "\(plain.error)")
    let name = try sandbox.run("serve", "--host", "home", "--plain-http")
    #expect(name.status == 1)
    #expect(name.errorLines.first?.contains("is not an IP address") == true)
    let files = try sandbox.run(
      "serve", "--certificate", sandbox.path("none"), "--key", sandbox.path("none"))
    #expect(files.status == 1)
    #expect(files.errorLines.first?.contains("cannot be read") == true, "\(files.error)")
  }
}
