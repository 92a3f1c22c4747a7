import Foundation
import Testing

/// Requests that schemathesis makes of the OpenAPI document: what it allows, what it forbids, and one
/// after another as its links say.
@Suite(
  .enabled(
    if: OfficialClient.isInstalled("schemathesis"),
    "the Python package 'schemathesis' is not there"))
struct SchemathesisTests {
  @Test("No request made of the document meets a fault, or an answer that it does not name")
  func document() throws {
    let sandbox = try Sandbox()
    let sound = try sandbox.file("talk.wav", Sound.tone(440))
    #expect(try sandbox.run("import", "--no-wait", sound).status == 0)
    // It knows no type of body but the usual ones.
    _ = try sandbox.file(
      "hooks.py",
      Data(
        """
        import schemathesis
        schemathesis.serializer.alias(
          "application/offset+octet-stream", "application/octet-stream")
        """.utf8))
    // What is allowed by the document alone may still be refused: a text that is no date, an entity
    // tag that no memo has. The stream of events has no end.
    let outcome = try sandbox.serve(
      """
      export SCHEMATHESIS_HOOKS=hooks PYTHONPATH='\(sandbox.folder.path)'
      cd '\(sandbox.folder.path)'
      '\(OfficialClient.python)' -m schemathesis.cli run "$url/api/openapi.json" --url "$url" \
        -H "Authorization: Bearer $token" --max-examples 10 --seed 7 --no-color \
        --exclude-path /api/events --exclude-checks positive_data_acceptance >answers 2>&1
      echo "rc $?"; tail -n 120 answers
      """, scopes: "read,write,transcribe,admin,keep", options: "--rate-limit", "0")
    #expect(outcome.output.hasPrefix("rc 0\n"), "\(outcome.output) \(outcome.error)")
    #expect(outcome.output.contains(" generated, "), "\(outcome.output)")
  }
}
