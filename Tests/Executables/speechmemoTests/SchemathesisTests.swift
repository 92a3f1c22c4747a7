import Foundation
import Testing

/// Requests that schemathesis derives from the OpenAPI document: valid ones, invalid ones, and
/// sequences along its links.
@Suite(
  .enabled(
    if: OfficialClient.isInstalled("schemathesis"),
    "the Python package 'schemathesis' is not there"))
struct SchemathesisTests {
  @Test("Requests generated from the document get no server errors, and only documented responses")
  func document() throws {
    let sandbox = try Sandbox()
    let sound = try sandbox.file("talk.wav", Sound.tone(440))
    #expect(try sandbox.run("import", "--no-wait", sound).status == 0)
    // It only supports common media types.
    _ = try sandbox.file(
      "hooks.py",
      Data(
        """
        import schemathesis
        schemathesis.serializer.alias(
          "application/offset+octet-stream", "application/octet-stream")
        """.utf8))
    // Requests that the document allows may still be refused, such as an unknown entity tag, and
    // tus prescribes the status of invalid ones. The event stream has no end.
    _ = try sandbox.file(
      "schemathesis.toml",
      Data(
        """
        [checks]
        negative_data_rejection.expected-statuses = ["4xx"]
        positive_data_acceptance.enabled = false
        """.utf8))
    let outcome = try sandbox.serve(
      """
      export SCHEMATHESIS_HOOKS=hooks PYTHONPATH='\(sandbox.folder.path)'
      cd '\(sandbox.folder.path)'
      '\(OfficialClient.python)' -m schemathesis.cli run "$url/api/openapi.json" --url "$url" \
        -H "Authorization: Bearer $token" --max-examples 10 --seed 7 --no-color \
        --request-timeout 120 --exclude-path /api/events >answers 2>&1
      echo "rc $?"; tail -n 120 answers
      """, scopes: "read,write,transcribe,admin,keep", options: "--rate-limit", "0")
    #expect(outcome.output.hasPrefix("rc 0\n"), "\(outcome.output) \(outcome.error)")
    #expect(outcome.output.contains(" generated, "), "\(outcome.output)")
  }
}
