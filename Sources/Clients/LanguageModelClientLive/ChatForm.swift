import Foundation
import LanguageModelClient
import OpenAIConnection

/// The parameters that a server supports. A server that rejects one gets the request without it.
struct ChatForm: Equatable, Sendable {
  var hasSchema = true
  var hasTemperature = true
  var limitName = "max_tokens"

  func body(_ request: LanguageModelRequest) throws -> [UInt8] {
    var object: [String: Any] = [
      "messages": [
        ["role": "system", "content": request.instructions],
        ["role": "user", "content": request.prompt],
      ],
      "model": request.model,
      "stream": true,
      limitName: request.tokenLimit,
    ]
    if hasTemperature { object["temperature"] = 0 }
    if hasSchema {
      let schema = try JSONSerialization.jsonObject(with: Data(request.schema.json.utf8))
      object["response_format"] = [
        "type": "json_schema",
        "json_schema": ["name": request.schema.name, "schema": schema, "strict": true],
      ]
    }
    return Array(try JSONSerialization.data(withJSONObject: object, options: .sortedKeys))
  }

  func next(after response: ServerResponse) -> ChatForm? {
    guard [400, 415, 422, 501].contains(response.status),
      let text = response.problem?.text.lowercased()
    else { return nil }
    var form = self
    if text.contains("max_tokens"), limitName == "max_tokens" {
      form.limitName = "max_completion_tokens"
    } else if text.contains("temperature") {
      form.hasTemperature = false
    } else if ["response_format", "schema", "grammar"].contains(where: text.contains) {
      form.hasSchema = false
    }
    return form == self ? nil : form
  }
}
