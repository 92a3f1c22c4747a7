import Foundation
import Testing

private let hasPrograms = ["/usr/bin/curl", "/usr/bin/openssl"].allSatisfy {
  FileManager.default.isExecutableFile(atPath: $0)
}

/// The server with a certificate, asked by a client that checks it.
@Suite(.enabled(if: hasPrograms, "curl or openssl is not installed"))
struct EncryptionTests {
  private let sandbox: Sandbox
  private let certificate: String
  private let key: String

  init() throws {
    sandbox = try Sandbox()
    certificate = sandbox.path("certificate.pem")
    key = sandbox.path("key.pem")
    try Self.make(certificate: certificate, key: key)
  }

  /// A certificate for this machine that vouches for itself.
  private static func make(certificate: String, key: String) throws {
    let child = try Child(
      [
        "/usr/bin/openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt",
        "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", certificate, "-days", "2",
        "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
      ], environment: [:], input: "/dev/null", output: ("/dev/null", "/dev/null"))
    try #require(child.wait().status == 0)
  }

  private func serve(_ script: String) throws -> Sandbox.Outcome {
    try sandbox.serve(
      "url=https://127.0.0.1:${url##*:}\nca='\(certificate)'\n\(script)", options: "--certificate",
      "'\(certificate)'", "--key", "'\(key)'")
  }

  @Test("Memos are listed, played in ranges and followed over TLS")
  func encrypted() throws {
    let sound = try sandbox.file("talk.wav", Sound.tone(440))
    let imported = try sandbox.run("import", "--no-wait", "--json", sound)
    let id = try #require(imported.objects.first?["id"] as? String, "\(imported.error)")
    let part = sandbox.path("part")
    let outcome = try serve(
      """
      echo "$line"
      get /api/memos --cacert "$ca"
      echo
      get /api/memos/\(id)/audio --cacert "$ca" -r 100-299 -o '\(part)' -w '%{http_code} %{size_download}\\n'
      get /api/memos/\(id)/audio --cacert "$ca" -o '\(part)-whole' -w '%{http_code}\\n'
      exec 5< <(get /api/events -N --cacert "$ca")
      while read -r line <&5 && [ -n "$line" ]; do :; done
      "$1" rename last Theirs
      while read -r line <&5; do case $line in event:*) break;; esac; done
      exec 5<&-
      echo "$line"
      """)
    let lines = outcome.output.split(separator: "\n").map(String.init)
    try #require(lines.count == 5, "\(outcome.output) \(outcome.error)")
    #expect(lines[0].contains("https://127.0.0.1:"))
    #expect(lines[1].contains(id))
    #expect(lines[2] == "206 200")
    #expect(lines[3] == "200")
    #expect(["event: library", "event: memos"].contains(lines[4]))
    let whole = try Data(contentsOf: URL(fileURLWithPath: sound))
    #expect(try Data(contentsOf: URL(fileURLWithPath: part)) == whole[100...299])
    #expect(try Data(contentsOf: URL(fileURLWithPath: "\(part)-whole")) == whole)
    #expect(outcome.status == 0, "it ends as it does without a certificate")
  }

  @Test("Clients without TLS, or without the certificate, are refused")
  func strangers() throws {
    let outcome = try serve(
      """
      get /api/memos 2>/dev/null; echo $?
      url=http://${url#https://}
      get /health -f 2>/dev/null; [ $? -ne 0 ] && echo refused
      """)
    #expect(outcome.output == "60\nrefused\n", "\(outcome.output) \(outcome.error)")
  }

  @Test("An unusable certificate ends the server at once with the reason")
  func wrong() throws {
    let otherKey = sandbox.path("other-key.pem")
    try Self.make(certificate: sandbox.path("other.pem"), key: otherKey)
    let text = try sandbox.file("text.pem", Data("no certificate\n".utf8))
    for (certificate, key, reason) in [
      (certificate, otherKey, "check that the certificate and its key match"),
      (text, key, "check that the certificate and its key match"),
      (certificate, sandbox.path("none"), "\(sandbox.path("none")) cannot be read"),
      (sandbox.path(""), key, "cannot be read"),
    ] {
      let outcome = try sandbox.run(
        "serve", "--port", "0", "--certificate", certificate, "--key", key)
      #expect(outcome.status == 1, "\(certificate) \(key)")
      #expect(outcome.output == "")
      #expect(outcome.errorLines.count == 1, "\(outcome.error)")
      #expect(outcome.errorLines.first?.contains(reason) == true, "\(outcome.error)")
    }
  }
}
