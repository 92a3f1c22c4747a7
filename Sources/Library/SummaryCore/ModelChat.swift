import LanguageModelClient

struct ModelChat: Sendable {
  let languageModel: LanguageModelClient
  let model: String
  let tokenLimit: Int

  /// Far more than any answer, for servers that ignore the token limit.
  private static let bytesPerToken = 16

  /// Asks once more if the answer is malformed.
  func ask<Answer: ModelAnswer>(
    _ instructions: String, _ prompt: String, _ schema: LanguageModelRequest.Schema,
    language: String?
  ) async throws -> Answer {
    var request = LanguageModelRequest(
      model: model, instructions: instructions, prompt: prompt, schema: schema,
      tokenLimit: tokenLimit)
    do {
      return try await Answer(text(request), language: language)
    } catch is MalformedAnswer {
    } catch let failure as LanguageModelClient.Failure where failure.reason == .interrupted {
    }
    request.instructions += SummaryPrompts.reminder
    do {
      return try await Answer(text(request), language: language)
    } catch let malformed as MalformedAnswer {
      throw SummaryFailure.malformed(model: model, reason: malformed.reason)
    }
  }

  private func text(_ request: LanguageModelRequest) async throws -> String {
    var text = ""
    var end: LanguageModelEvent.Reason?
    for try await event in languageModel.respond(request) {
      switch event {
      case .finished(let reason):
        end = reason
      case .text(let more):
        text += more
        guard text.utf8.count <= tokenLimit * Self.bytesPerToken
        else { throw MalformedAnswer(reason: "it does not end") }
      }
    }
    try Task.checkCancellation()
    switch end {
    case .complete: return text
    case .length: throw MalformedAnswer(reason: "it is too long")
    case .withheld: throw MalformedAnswer(reason: "the server withheld it")
    case nil: throw MalformedAnswer(reason: "it is incomplete")
    }
  }
}
