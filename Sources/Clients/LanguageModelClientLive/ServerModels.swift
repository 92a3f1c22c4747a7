import Foundation
import LanguageModelClient
import OpenAIConnection

struct ServerModels: Decodable {
  private struct Model: Decodable {
    struct Details: Decodable {
      var length: Int?

      private enum CodingKeys: String, CodingKey {
        case length = "n_ctx"
      }
    }

    var contextLength: Int?
    var contextWindow: Int?
    var details: Details?
    var id: String
    var maxModelLength: Int?

    private enum CodingKeys: String, CodingKey {
      case id
      case contextLength = "context_length"
      case contextWindow = "context_window"
      case details = "meta"
      case maxModelLength = "max_model_len"
    }

    var model: LanguageModel {
      let length = maxModelLength ?? contextLength ?? contextWindow ?? details?.length
      return LanguageModel(name: id, contextLength: length.flatMap { $0 > 0 ? $0 : nil })
    }
  }

  private var data: [Model]

  /// Models that servers list, too, and that can't chat.
  private static let otherUses = [
    "audio", "dall-e", "embed", "image", "moderation", "realtime", "rerank", "sora", "transcribe",
    "tts", "whisper",
  ]

  /// Returns the named model, or the only one that can chat.
  static func model(
    named name: String?, on connection: OpenAIConnection
  ) async throws -> LanguageModel {
    let server = connection.server
    let response: ServerResponse
    do {
      response = try await connection.get("/models")
    } catch let failure as OpenAIFailure {
      throw LanguageModelClient.Failure(failure)
    }
    let list = try? JSONDecoder().decode(Self.self, from: Data(response.body))
    let models = response.status == 200 ? list?.data.map(\.model) : nil
    guard let models
    else {
      // Some servers have no list.
      if let name, [404, 405, 501].contains(response.status) { return LanguageModel(name: name) }
      throw server.chatFailure(response, model: name)
    }
    if let name {
      // Ollama lists the tag that a name may leave out.
      if let model = models.first(where: { [name, "\(name):latest"].contains($0.name) }) {
        return model
      }
      return LanguageModel(name: name)
    }
    let names = models.filter { model in
      !otherUses.contains { model.name.lowercased().contains($0) }
    }
    guard names.count == 1
    else {
      let some = names.prefix(5).map { String($0.name.prefix(80)) }.joined(separator: ", ")
      throw LanguageModelClient.Failure(
        .server,
        message: names.isEmpty
          ? "the language model server \(server.name) has no model"
          : "the language model server \(server.name) has several models",
        hint: names.isEmpty
          ? "install one, such as with 'ollama pull', or select one with 'speechmemo settings "
            + "assistant-model NAME'"
          : "select one with 'speechmemo settings assistant-model NAME', such as \(some)")
    }
    return names[0]
  }
}
