import OpenAIConnection
import SpeechClient
import SpeechClientOpenAILive
import Testing

struct ServerFoldersTests {
  @Test("The server and the key's origin are shown, and never the key")
  func folders() {
    let named = SpeechClient.openAI(
      OpenAIServer("https://host/v1", for: .speech, keyFile: "/key", environment: [:]))
    #expect(
      named.folders().map { "\($0.name): \($0.path), \($0.origin)" } == [
        "speech server: https://host/v1, set in the settings",
        "speech server's key: /key, set in the settings",
      ])
    let variable = SpeechClient.openAI(
      OpenAIServer(
        "https://host/v1", for: .speech, environment: ["SPEECHMEMO_ENGINE_KEY": "secret"]))
    #expect(variable.folders().last?.path == "in the environment")
    #expect(!"\(variable.folders())".contains("secret"))
  }
}
