import Foundation
import Testing

extension Sandbox {
  /// Runs a script of bash while the server runs, and ends it. In the script, `token` is a token,
  /// `url` the server's address, and `get` curl with the token and what follows the address.
  func serve(
    _ script: String, scopes: String = "read,write", options: String...
  ) throws -> Sandbox.Outcome {
    let token = try run("tokens", "add", "test", "--scope", scopes)
    try #require(token.status == 0, "\(token.error)")
    return try self.script(
      """
      coproc SERVER { exec "$@" \(options.joined(separator: " ")); }
      pid=$SERVER_PID
      read -r line <&"${SERVER[0]}"
      port=${line##*:} url=http://127.0.0.1:${port%\\}*}
      token=\(token.output.trimmed)
      get() { local path=$1; shift; curl -sS -H "Authorization: Bearer $token" "$@" "$url$path"; }
      \(script)
      kill -TERM "$pid"
      wait "$pid"
      """, "serve", "--port", "0", "--json")
  }
}

extension Sandbox {
  /// Writes a Python program that ends after five minutes with its position: a client that waits in
  /// vain must fail its test.
  func client(_ program: String) throws -> String {
    try file(
      "client.py",
      Data(
        """
        import faulthandler
        faulthandler.dump_traceback_later(300, exit=True)
        \(program)
        """.utf8))
  }
}

/// Official clients of other servers, from their Python packages.
enum OfficialClient {
  /// The Python that has them.
  static let python =
    ProcessInfo.processInfo.environment["SPEECHMEMO_CLIENTS_PYTHON"] ?? "/usr/bin/python3"

  /// Whether a package of that name is installed.
  static func isInstalled(_ package: String) -> Bool {
    let nowhere = "/dev/null"
    let child = try? Child(
      [python, "-c", "import \(package)"], environment: ProcessInfo.processInfo.environment,
      input: nowhere, output: (nowhere, nowhere))
    return (try? child?.wait().status) == 0
  }
}

extension String {
  /// Without white space at its ends.
  var trimmed: String { trimmingCharacters(in: .whitespacesAndNewlines) }
}
