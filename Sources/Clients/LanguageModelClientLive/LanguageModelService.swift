import LanguageModelClient
public import OpenAIConnection

extension OpenAIService {
  public static let assistant = Self(
    name: "language model server", api: "chat completions API", result: "a response",
    setting: "assistant",
    offlineHint: "check that it runs, and the address in 'speechmemo settings assistant'",
    busyHint: "try again later", failureHint: "try again")
}

extension LanguageModelClient.Failure {
  init(_ failure: OpenAIFailure, reason: Reason = .server) {
    self.init(reason, message: failure.message, hint: failure.hint)
  }
}

extension OpenAIServer {
  func chatFailure(_ response: ServerResponse, model: String?) -> LanguageModelClient.Failure {
    let problem = problem(in: response)
    if response.status == 404, let model, problem?.isAbout(model: model) == true {
      return LanguageModelClient.Failure(
        .server, message: "the language model server \(name) has no model '\(model)'",
        hint: "select another one with 'speechmemo settings assistant-model NAME'")
    }
    let isTooLong =
      [400, 413, 422].contains(response.status)
      && (response.status == 413 || problem?.text.lowercased().contains("context") == true)
    return LanguageModelClient.Failure(
      failure(response), reason: isTooLong ? .tooLong : .server)
  }
}
