import LanguageModelClient
import LanguageModelClientLive
import OpenAIConnection
import SharedSettings
import Sharing

extension LanguageModelClient {
  static var chosenInSettings: Self {
    .chosen {
      let settings = SharedReader(.settings).wrappedValue
      return settings.assistant.map {
        Choice(address: $0, keyFile: settings.assistantKey, model: settings.assistantModel)
      }
    } from: { choice in
      .openAI(
        OpenAIServer(choice.address, for: .assistant, keyFile: choice.keyFile), model: choice.model)
    }
  }

  private struct Choice: Equatable {
    var address: String
    var keyFile: String?
    var model: String?
  }
}
