import Foundation
import Testing

/// A day's work with clients that are generated from the server's OpenAPI document, unchanged.
struct GeneratedClientTests {
  private static let scripts = URL(filePath: #filePath)
    .appending(path: "../../../GeneratedClients").standardizedFileURL.path(percentEncoded: false)

  private static let hasTypeScript = ["java", "node", "tsc"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  /// Runs a script that generates a client in the sandbox's folder and works with it.
  private func expectDay(_ script: String) throws {
    let sandbox = try Sandbox()
    let sound = try sandbox.file("talk.wav", Sound.tone(440, seconds: 3))
    let outcome = try sandbox.serve(
      """
      cd '\(sandbox.folder.path)'
      python='\(OfficialClient.python)' scripts='\(Self.scripts)' sound='\(sound)'
      \(script)
      """, scopes: "read,write,keep")
    #expect(
      outcome.output.split(separator: "\n") == [
        #"["Planning",["plans","work"],true,true]"#,
        "[[true]]",
        #"["one two","one budget"]"#,
        #"[["engine","user"]]"#,
        #"["Money"]"#,
        #"["Money","one budget three four"]"#,
        #"[["1","00:00:00,000 --> 00:00:03,000","one budget three four"]]"#,
        "[true]",
        "[true]",
        "[[200]]",
        #"[404,"not-found"]"#,
      ], "\(outcome.output) \(outcome.error)")
  }

  @Test(
    "openapi-python-client generates a client without warnings, and it does a day's work",
    .enabled(
      if: OfficialClient.isInstalled("openapi_python_client"),
      "the Python package 'openapi-python-client' is not there"))
  func python() throws {
    try expectDay(
      """
      "$python" -m openapi_python_client generate --url "$url/api/openapi.json" --meta none \
        --output-path speechmemo --config "$scripts/python.yml" --fail-on-warning >&2 &&
        PYTHONPATH=$PWD timeout 300 "$python" "$scripts/day.py" "$url" "$token" "$sound"
      """)
  }

  @Test(
    "openapi-generator's client for TypeScript compiles and does a day's work",
    .enabled(
      if: hasTypeScript && OfficialClient.isInstalled("openapi_generator_cli"),
      """
      the Python package 'openapi-generator-cli' or Debian's 'default-jre-headless' or \
      'node-typescript' is not there
      """))
  func typeScript() throws {
    // TypeScript 4.8, as in Debian 12, doesn't infer a type from `"name" in value`.
    try expectDay(
      """
      "$python" -c 'import openapi_generator_cli as generator; generator.cli()' generate \
        -i "$url/api/openapi.json" -g typescript-fetch -o speechmemo >&2 &&
        cp "$scripts/day.ts" . &&
        tsc --strict --noImplicitAny false --target ES2020 --module commonjs \
          --moduleResolution node --lib ES2020,DOM,DOM.Iterable --outDir . day.ts >&2 &&
        timeout 300 node day.js "$url" "$token" "$sound"
      """)
  }
}
