import Foundation
import Testing

@testable import OpenAIConnection

struct OpenAIServerTests {
  private let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("key-\(UUID().uuidString)").path

  private func key(_ text: String, mode: mode_t = 0o600, variable: String = "") throws -> String? {
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    chmod(file, mode)
    return try OpenAIServer(
      "https://host/v1", for: .test, keyFile: file, environment: ["SPEECHMEMO_SEARCH_KEY": variable]
    ).key()
  }

  @Test("The key comes from the environment or a file; otherwise there is none")
  func key() throws {
    #expect(try key("from-file\n") == "from-file")
    #expect(try key("from-file\n", variable: " from-variable\n") == "from-variable")
    #expect(try OpenAIServer("https://host/v1", for: .test, environment: [:]).key() == nil)
  }

  @Test("A missing, empty or shared key file is reported without showing the key")
  func badFiles() throws {
    func failure(_ text: String, mode: mode_t = 0o600, variable: String = "") -> String? {
      let failure = #expect(throws: OpenAIFailure.self) {
        try key(text, mode: mode, variable: variable)
      }
      #expect(failure?.description.contains("secret") == false)
      return failure?.description
    }
    for mode: mode_t in [0o640, 0o604, 0o666] {
      #expect(
        failure("secret", mode: mode)
          == "other users can read the search server's key in \(file); run \"chmod 600 '\(file)'\"")
    }
    #expect(failure("")?.contains("no valid key for the search server in \(file)") == true)
    #expect(failure("secret of two words")?.contains("must be a single word") == true)
    let header = failure("secret", variable: "secret\r\nX-Other: header")
    #expect(header?.contains("single word") == true)
    let missing = OpenAIServer(
      "https://host/v1", for: .test, keyFile: "/nowhere/key", environment: [:])
    let absent = #expect(throws: OpenAIFailure.self) { try missing.key() }
    #expect(absent?.description.contains("/nowhere/key: No such file") == true)
    let folder = OpenAIServer(
      "https://host/v1", for: .test, keyFile: "/dev/null", environment: [:])
    #expect(throws: OpenAIFailure.self) { try folder.key() }
  }

  @Test("The key's origin is shown, and never the key")
  func keyPlace() {
    let named = OpenAIServer("https://host/v1", for: .test, keyFile: "/key", environment: [:])
    #expect(named.keyPlace?.path == "/key")
    #expect(named.keyPlace?.origin == "set in the settings")
    let variable = OpenAIServer(
      "https://host/v1", for: .test, environment: ["SPEECHMEMO_SEARCH_KEY": "secret"])
    #expect(variable.keyPlace?.path == "in the environment")
    #expect(variable.keyPlace?.origin == "set by SPEECHMEMO_SEARCH_KEY")
    #expect(OpenAIServer("https://host/v1", for: .test, environment: [:]).keyPlace == nil)
  }

  @Test(
    "The host is detected, and whether it is local",
    arguments: [
      ("https://api.openai.com/v1", "api.openai.com", false),
      ("http://localhost:8000/v1", "localhost:8000", true),
      ("http://127.0.0.1/v1", "127.0.0.1", true), ("http://[::1]:9/v1", "[::1]:9", true),
      ("https://localhost.example.org/v1", "localhost.example.org", false),
      ("https://127.example.com/v1", "127.example.com", false),
    ])
  func name(address: String, name: String, isHere: Bool) {
    let server = OpenAIServer(address, for: .test, environment: [:])
    #expect(server.name == name)
    #expect(server.isOnThisMachine == isHere)
  }
}
