import Clocks
import OpenAIConnection
import TestWebServer

extension OpenAIService {
  static let test = Self(
    name: "search server", api: "search API", result: "an answer", setting: "search",
    offlineHint: "search on this machine", busyHint: "search later", failureHint: "search again")
}

extension WebServer {
  func connection(
    key: String? = "secret-key", clock: any Clock<Duration> = ImmediateClock()
  ) -> OpenAIConnection {
    OpenAIConnection(
      clock: clock,
      server: OpenAIServer(
        origin + "/v1", for: .test, environment: key.map { ["SPEECHMEMO_SEARCH_KEY": $0] } ?? [:]))
  }
}
