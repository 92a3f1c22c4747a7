import CommandLineProgram
import ConcurrencyExtras
import DatabaseClient
import Dependencies
import Dispatch
import NetworkAddresses
import Foundation
import HTTPMessages
import SiteMiddleware
import Testing
import WyomingProtocol

struct ServeTests {
  private let session: CommandSession

  init() throws {
    session = try CommandSession([.numbered(1)])
  }

  @Test("A token is printed alone, listed with its scopes, and revoked")
  func tokens() async throws {
    let added = await session.run("tokens", "add", "laptop", "--scope", "write,read")
    #expect(added.status == 0)
    #expect(added.output.wholeMatch(of: /speechmemo_[A-Za-z0-9_-]{43}\n/) != nil)
    #expect(
      added.error
        == "Scopes of 'laptop': read, write. Save the token now: it cannot be shown again.\n")
    let listed = await session.run("tokens", "list")
    #expect(listed.output == "laptop  read,write  never used\n")
    #expect(!listed.output.contains("speechmemo_"))
    let again = await session.run("tokens", "add", "laptop")
    #expect(again.status == 1)
    #expect(again.error.contains("a token named 'laptop' already exists"))
    #expect(await session.run("tokens", "revoke", "laptop").status == 0)
    let gone = await session.run("tokens", "revoke", "laptop")
    #expect(
      gone
        == .init(
          1,
          error: """
            speechmemo: this library has no token named 'laptop': 'speechmemo tokens list' shows all tokens

            """))
    #expect(
      await session.run("tokens", "list").error
        == "This library has no tokens. 'speechmemo tokens add NAME' creates one.\n")
  }

  @Test("The scopes and the last uses of tokens are below each other")
  func columns() async throws {
    _ = await session.run("tokens", "add", "a", "--scope", "read,write")
    _ = await session.run("tokens", "add", "phone")
    #expect(
      await session.run("tokens", "list").output == """
        a      read,write  never used
        phone  read        never used

        """)
  }

  @Test("A token expires after the given time, and sessions are listed below their token")
  func sessions() async throws {
    let added = await session.run("tokens", "add", "home", "--expires", "90d", "--json")
    #expect(added.objects.first?["expiresAt"] as? String == "2026-12-20T14:13:20Z")
    let laptop = await session.run("tokens", "add", "laptop", "--expires", "90d")
    #expect(
      laptop.error == """
        Scopes of 'laptop': read. It expires 2026-12-20 15:13. Save the token now: it cannot be \
        shown again.

        """)
    let home = try #require(try await session.database.access.tokens().first)
    _ = try await session.database.access.addSession(
      session: AccessToken(
        name: "Browser, DATE", scopes: [.read], createdAt: CommandSession.now, kind: .session),
      sha256: "b", by: home)
    let listed = await session.run("tokens", "list")
    #expect(
      listed.output == """
        home             read  never used, expires 2026-12-20 15:13
          Browser, DATE  read  never used, expires 2026-12-20 15:13
        laptop           read  never used, expires 2026-12-20 15:13

        """)
    let objects = await session.run("tokens", "list", "--json").objects
    #expect(objects.map { $0["kind"] as? String } == ["token", "session", "token"])
    #expect(objects.map { $0["parent"] as? String } == [nil, "home", nil])
    #expect(await session.run("tokens", "revoke", "home").status == 0)
    #expect(try await session.database.access.tokens().map(\.name) == ["laptop"])
    for time in ["59s", "3661d", "soon"] {
      #expect(await session.run("tokens", "add", "x", "--expires", time).status == 2, "\(time)")
    }
  }

  @Test("With the page's address, a token is printed as a sign-in link")
  func page() async throws {
    let added = await session.run("tokens", "add", "phone", "--page", "home.example/")
    #expect(added.output.wholeMatch(of: /https:\/\/home.example\/#token=speechmemo_.{43}\n/) != nil)
    #expect(
      added.error.hasPrefix("Scopes of 'phone': read, write, transcribe."),
      "no code where nothing is drawn")
    let json = await session.run(
      "tokens", "add", "tablet", "--page", "http://127.0.0.1:8080", "--json")
    let address = try #require(json.objects.first?["address"] as? String)
    let token = try #require(json.objects.first?["token"] as? String)
    #expect(address == "http://127.0.0.1:8080/#token=\(token)")
    let reading = await session.run(
      "tokens", "add", "reader", "--page", "home.example", "--scope", "read")
    #expect(reading.error.hasPrefix("Scopes of 'reader': read."))
    let wrong = await session.run("tokens", "add", "x", "--page", "ftp://home")
    #expect(wrong.status == 2)
    #expect(try await session.database.access.tokens().count == 3)
  }

  @Test("Invalid scopes and names are reported, and nothing is created")
  func wrongTokens() async throws {
    for arguments in [
      ["tokens", "add", "x", "--scope", "reed"], ["tokens", "add", "x", "--scope", "read,"],
      ["tokens", "add", " "], ["tokens", "add"], ["tokens", "revoke"],
    ] {
      let outcome = await session.run(arguments)
      #expect(outcome.status == 2, "\(arguments)")
    }
    #expect(try await session.database.access.tokens().isEmpty)
  }

  private static let trace = "4bf92f3577b34da6a3ce929d0e0e4736"
  private static let traceparent = "00-\(trace)-00f067aa0ba902b7-01"

  @Test("The server answers requests and logs each as a line")
  func serves() async throws {
    let configs = LockIsolated<[SiteConfig]>([])
    let outcome = await session.run(
      "serve", "--port", "81", "--open-on-loopback", "--name", "Home", "--jobs", "2",
      "--rate-limit", "5", "--proxy", "10.0.0.0/8"
    ) {
      $0.siteServer.serve = { config, respond, onListening in
        configs.withValue { $0.append(config) }
        onListening(config.listener.port)
        let request = HTTPRequest(
          .get, "/api/memos?q=secret", headers: ["Host": "home", "traceparent": Self.traceparent],
          peer: HTTPPeer(address: "127.0.0.1"))
        _ = await respond(request)
        _ = await respond(
          HTTPRequest(
            .get, "/api/memos", headers: ["Host": "home", "traceparent": Self.traceparent],
            peer: HTTPPeer(address: "127.0.0.1")))
      }
    }
    #expect(
      outcome
        == .init(
          0,
          error: """
            serving \(session.folder.root.path) at http://127.0.0.1:81
            2026-09-21T14:13:20Z 127.0.0.1 GET /api/memos 400 - \(Self.trace)
            2026-09-21T14:13:20Z 127.0.0.1 GET /api/memos 200 - \(Self.trace)
            stopped

            """))
    let config = try #require(configs.value.first)
    #expect(config.hostNames == ["home"])
    #expect(config.allowsLocalAccessWithoutToken)
    #expect(config.width == 2)
    #expect(config.requestLimit?.rate == 5)
    #expect(config.proxies == [try #require(IPNetwork("10.0.0.0/8"))])
  }

  @Test("Each library that is named is served, and with --json each request is an object")
  func libraries() async throws {
    let configs = LockIsolated<[SiteConfig]>([])
    let outcome = await session.run(
      "serve", "--json", "--library", "/one", "--library", "/two"
    ) {
      $0.siteServer.serve = { config, respond, onListening in
        configs.withValue { $0.append(config) }
        onListening(7)
        for target in ["/health", "/\"\\ä\u{1b}"] {
          _ = await respond(
            HTTPRequest(
              .get, target, headers: ["Host": "localhost", "traceparent": Self.traceparent]))
        }
      }
    }
    #expect(configs.value.first?.libraries.map(\.folder.root.path) == ["/one", "/two"])
    #expect(outcome.error == "")
    let objects = outcome.objects
    #expect(objects.map { $0["event"] as? String } == ["listening", "request", "request"])
    #expect(objects.first?["port"] as? Int == 7)
    #expect(objects[1]["status"] as? Int == 200)
    #expect(objects[1]["path"] as? String == "/health")
    #expect(objects[2]["path"] as? String == "/\"\\ä\u{1b}")
    #expect(objects[1]["trace"] as? String == Self.trace)
    // Text without escapes is written by hand, with the same result.
    let lines = outcome.output.split(separator: "\n").dropFirst().map { line in
      line.replacing(/"path":".*","status":\d+/, with: "").replacing(/"date":"[^"]*"/, with: "")
    }
    #expect(Set(lines).count == 1, "\(lines)")
  }

  @Test("Slow log readers do not delay clients", .timeLimit(.minutes(10)))
  func slowReader() async throws {
    let isRead = DispatchSemaphore(value: 0)
    let outcome = await session.run("serve", "--json") {
      let print = $0.terminal.print
      $0.terminal.print = { text, stream in
        if text.contains("request") {
          isRead.wait()
          isRead.signal()
        }
        try print(text, stream)
      }
      $0.siteServer.serve = { _, respond, onListening in
        onListening(7)
        for _ in 0..<3 {
          _ = await respond(HTTPRequest(.get, "/health", headers: ["Host": "localhost"]))
        }
        isRead.signal()
      }
    }
    #expect(
      outcome.objects.map { $0["event"] as? String } == ["listening"]
        + Array(repeating: "request", count: 3))
  }

  @Test("With --wyoming, speech is transcribed for Home Assistant, and errors are logged")
  func wyoming() async throws {
    let answers = LockIsolated<[UInt8]>([])
    let outcome = await session.run("serve", "--wyoming", "tcp://[::1]:0") {
      $0.siteServer.serve = { _, _, _ in try await Task.never() }
      $0.wyomingServer.serve = { listener, converse, onListening in
        #expect(listener.host == "::1")
        onListening(10_300)
        for line in [#"{"type":"ping","data":{"text":"x"}}"#, "GET / HTTP/1.1\r"] {
          let rest = LockIsolated<ArraySlice<UInt8>?>(Array("\(line)\n".utf8)[...])
          await converse(
            {
              rest.withValue { rest in
                defer { rest = nil }
                return rest
              }
            }, { bytes in answers.withValue { $0 += bytes } }, { _ in })
        }
      }
    }
    #expect(
      outcome
        == .init(
          0,
          error: """
            transcribing for Home Assistant at tcp://[::1]:10300
            speechmemo: Wyoming: the client sent data that is not a Wyoming event
            stopped

            """))
    let pong = try WyomingEvent.pong(text: "x").encoded()
    let error = try WyomingEvent.error(WyomingError.notAnEvent.description).encoded()
    #expect(answers.value == pong + error)
  }

  @Test("A key that other users can read is refused")
  func readableKey() async throws {
    let key = try session.file("key.pem")
    for (mode, status) in [(0o644, 1 as Int32), (0o604, 1), (0o640, 0), (0o600, 0)] {
      #expect(chmod(key, mode_t(mode)) == 0)
      let outcome = await session.run("serve", "--certificate", key, "--key", key) {
        $0.siteServer.serve = { _, _, _ in }
      }
      #expect(outcome.status == status, "\(String(mode, radix: 8)): \(outcome.error)")
      let refusal = "speechmemo: other users can read the key \(key): run \"chmod 600 '\(key)'\"\n"
      if status != 0 { #expect(outcome.error == refusal) }
    }
  }

  @Test("A server asks to ignore SIGHUP")
  func hangUp() async throws {
    let count = LockIsolated(0)
    let outcome = await session.run("serve") {
      $0.siteServer.serve = { _, _, _ in }
      $0.stopRequests.ignoreHangUp = { count.withValue { $0 += 1 } }
    }
    #expect(outcome.status == 0)
    #expect(count.value == 1)
  }

  @Test(
    "Options that would expose memos, and incomplete ones, are refused",
    arguments: [
      (["--host", "0.0.0.0"], "--plain-http"), (["--certificate", "c"], "must be given together"),
      (["--port", "70000"], "must be from 0 to 65535"),
      (["--proxy", "home.example"], "must be an IP address or a network"),
      (["--rate-limit", "-1"], "must be from 0 to 1000000"),
      (["--wyoming", "tcp://0.0.0.0:10300"], "Wyoming has no tokens and no encryption"),
      (["--wyoming", "127.0.0.1:10300"], "is not an address such as tcp://127.0.0.1:10300"),
    ])
  func refused(options: [String], reason: String) async {
    let outcome = await session.run(["serve"] + options)
    #expect(outcome.status == 2)
    #expect(outcome.error.contains(reason), "\(outcome.error)")
  }
}
