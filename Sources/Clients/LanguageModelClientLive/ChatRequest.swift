import ConcurrencyExtras
import Foundation
import LanguageModelClient
import OpenAIConnection

struct ChatRequest: Sendable {
  let connection: OpenAIConnection
  let form: LockIsolated<ChatForm>
  let request: LanguageModelRequest

  func send(_ emit: (LanguageModelEvent) -> Void) async throws {
    switch try await response() {
    case .events(let events):
      try await receive(events, emit)
    case .other(let response):
      guard response.status == 200, response.body.count <= OpenAIConnection.responseLimit,
        let chunk = ChatChunk(response.body), let text = chunk.text
      else { throw connection.server.chatFailure(response, model: request.model) }
      emit(.text(text))
      emit(.finished(chunk.end ?? .complete))
    }
  }

  private func response() async throws -> EventResponse {
    while true {
      let form = form.value
      // Without a GPU, a model may read a long prompt for minutes, and sends nothing until then.
      let response = try await connection.events(
        of: "/chat/completions", form.body(request),
        idleTimeout: connection.server.timeout * 10, timeout: connection.server.timeout * 60)
      guard case .other(let other) = response, let next = form.next(after: other)
      else { return response }
      self.form.setValue(next)
    }
  }

  private func receive(_ events: ServerEvents, _ emit: (LanguageModelEvent) -> Void) async throws {
    var end: LanguageModelEvent.Reason?
    do {
      while let data = try await events.next() {
        if data == "[DONE]" {
          end = end ?? .complete
          break
        }
        guard let chunk = ChatChunk(data.utf8)
        else {
          let response = ServerResponse(body: Array(data.utf8), status: 500)
          if response.problem == nil { continue }
          throw connection.server.chatFailure(response, model: request.model)
        }
        if let text = chunk.text, !text.isEmpty { emit(.text(text)) }
        end = chunk.end ?? end
      }
    } catch let failure as OpenAIFailure {
      throw LanguageModelClient.Failure(failure, reason: .interrupted)
    }
    guard let end
    else {
      throw LanguageModelClient.Failure(
        .interrupted,
        message: "the language model server \(connection.server.name) stopped in mid-response",
        hint: "try again; if it happens again, look at the server's log")
    }
    emit(.finished(end))
  }
}
