import Foundation
import SpeechClient
import Testing

@testable import SpeechClientOpenAILive

struct OpenAIServerTests {
  private let file = FileManager.default.temporaryDirectory
    .appendingPathComponent("key-\(UUID().uuidString)").path

  private func key(_ text: String, mode: mode_t = 0o600, variable: String = "") throws -> String? {
    defer { try? FileManager.default.removeItem(atPath: file) }
    try Data(text.utf8).write(to: URL(fileURLWithPath: file))
    chmod(file, mode)
    return try OpenAIServer(
      "https://host/v1", keyFile: file, environment: ["SPEECHMEMO_ENGINE_KEY": variable]
    ).key()
  }

  @Test("The key comes from the environment or a file; otherwise there is none")
  func key() throws {
    #expect(try key("from-file\n") == "from-file")
    #expect(try key("from-file\n", variable: " from-variable\n") == "from-variable")
    #expect(try OpenAIServer("https://host/v1", environment: [:]).key() == nil)
  }

  @Test("A missing, empty or shared key file is reported without showing the key")
  func badFiles() throws {
    func failure(_ text: String, mode: mode_t = 0o600, variable: String = "") -> String? {
      let failure = #expect(throws: SpeechClient.Failure.self) {
        try key(text, mode: mode, variable: variable)
      }
      #expect(failure?.description.contains("secret") == false)
      return failure?.description
    }
    for mode: mode_t in [0o640, 0o604, 0o666] {
      #expect(
        failure("secret", mode: mode)
          == "other users can read the speech server's key in \(file); run \"chmod 600 '\(file)'\"")
    }
    #expect(failure("")?.contains("no valid key for the speech server in \(file)") == true)
    #expect(failure("secret of two words")?.contains("must be a single word") == true)
    let header = failure("secret", variable: "secret\r\nX-Other: header")
    #expect(header?.contains("single word") == true)
    let missing = OpenAIServer("https://host/v1", keyFile: "/nowhere/key", environment: [:])
    let absent = #expect(throws: SpeechClient.Failure.self) { try missing.key() }
    #expect(absent?.description.contains("/nowhere/key: No such file") == true)
    let folder = OpenAIServer("https://host/v1", keyFile: "/dev/null", environment: [:])
    #expect(throws: SpeechClient.Failure.self) { try folder.key() }
  }

  @Test("The server and the key's origin are shown, and never the key")
  func folders() {
    let named = SpeechClient.openAI(
      OpenAIServer("https://host/v1", keyFile: "/key", environment: [:]))
    #expect(
      named.folders().map { "\($0.name): \($0.path), \($0.origin)" } == [
        "speech server: https://host/v1, set in the settings",
        "speech server's key: /key, set in the settings",
      ])
    let variable = SpeechClient.openAI(
      OpenAIServer("https://host/v1", environment: ["SPEECHMEMO_ENGINE_KEY": "secret"]))
    #expect(variable.folders().last?.path == "in the environment")
    #expect(!"\(variable.folders())".contains("secret"))
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
    let server = OpenAIServer(address, environment: [:])
    #expect(server.name == name)
    #expect(server.isOnThisMachine == isHere)
  }
}
