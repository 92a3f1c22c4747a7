import Foundation
import Testing

private let hasPrograms = ["/usr/bin/curl", "/usr/bin/python3"].allSatisfy {
  FileManager.default.isExecutableFile(atPath: $0)
}

/// The server as systemd starts it: with a listening socket, passed in the environment.
@Suite(.enabled(if: hasPrograms, "curl or python3 is not installed"))
struct HandedOverTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  /// Opens the socket as the third descriptor, and executes the program.
  private func handOver(_ open: String, count: Int = 1) throws -> String {
    try sandbox.file(
      "hand-over.py",
      Data(
        """
        import os, socket, sys
        \(open)
        if it.fileno() == 3:
            os.set_inheritable(3, True)
        else:
            os.dup2(it.fileno(), 3)
        os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS="\(count)")
        os.execv(sys.argv[1], sys.argv[1:])
        """.utf8))
  }

  private static let listen = """
    it = socket.socket()
    it.bind(("127.0.0.1", 0))
    it.listen()
    """

  @Test("The server uses the socket it inherits, and the socket outlives it")
  func listens() throws {
    let program = try handOver(Self.listen)
    let outcome = try sandbox.script(
      """
      coproc SERVER { exec python3 '\(program)' "$@"; }
      pid=$SERVER_PID
      read -r line <&"${SERVER[0]}"
      port=${line##*:} url=http://127.0.0.1:${port%\\}*}
      curl -sS "$url/health"
      kill -TERM "$pid"
      wait "$pid"
      echo "$?"
      """, "serve", "--port", "1", "--json")
    #expect(outcome.output == "ok\n0\n", "\(outcome.output) \(outcome.error)")
  }

  @Test(
    "An unusable address is reported in one line",
    arguments: [
      ("it = socket.socket()", 1, "is not a listening socket"),
      ("it = open('/dev/null')", 1, "is not a listening socket"),
      (listen, 2, "2 sockets were passed, but only one is supported"),
      (
        """
        it = socket.socket(socket.AF_UNIX)
        it.bind(sys.argv[0] + ".socket")
        it.listen()
        """, 1, "has no IP address"
      ),
      (
        """
        it = socket.socket()
        it.bind(("0.0.0.0", 0))
        it.listen()
        """, 1, "on 0.0.0.0, memos and tokens would cross the network"
      ),
    ])
  func refused(open: String, count: Int, reason: String) throws {
    let program = try handOver(open, count: count)
    let outcome = try sandbox.script(
      #"exec python3 '\#(program)' "$@""#, "serve", "--port", "0")
    #expect([1, 2].contains(outcome.status), "\(outcome.status)")
    #expect(outcome.errorLines.count == 1, "\(outcome.error)")
    #expect(outcome.errorLines.first?.contains(reason) == true, "\(outcome.error)")
  }

  @Test("A socket meant for another process is ignored")
  func another() throws {
    let outcome = try sandbox.script(
      #"LISTEN_PID=1 LISTEN_FDS=1 exec "$@""#, "serve", "--host", "0.0.0.0")
    #expect(outcome.errorLines.first?.contains("on 0.0.0.0") == true, "\(outcome.error)")
    #expect(outcome.status == 2)
  }

  @Test("serve and maintain take their settings from the environment")
  func byEnvironment() throws {
    let settings = try sandbox.file(
      "server.env", Data("SPEECHMEMO_PORT=0\nSPEECHMEMO_HOST=0.0.0.0\n".utf8))
    let outcome = try sandbox.script(
      """
      export SPEECHMEMO_ENV_FILE='\(settings)'
      "$@" serve 2>&1
      echo "$?"
      export SPEECHMEMO_HOST=127.0.0.1
      coproc SERVER { exec "$@" serve --json; }
      pid=$SERVER_PID
      read -r line <&"${SERVER[0]}"
      port=${line##*:} url=http://127.0.0.1:${port%\\}*}
      curl -sS "$url/health"
      kill -TERM "$pid"
      wait "$pid"
      "$@" maintain 2>&1
      echo "$?"
      SPEECHMEMO_PORT=many "$@" serve 2>&1
      echo "$?"
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 7, "\(outcome.output) \(outcome.error)")
    #expect(lines[0].contains("on 0.0.0.0, memos and tokens would cross the network"))
    #expect(lines[1...3] == ["2", "ok", "Nothing is old enough to be moved or deleted."])
    #expect(lines[4] == "0")
    #expect(
      lines[5].hasPrefix(
        "speechmemo serve: SPEECHMEMO_PORT is 'many' but must be a whole number from 0 to 65535"))
    #expect(lines[6] == "2")
  }
}
