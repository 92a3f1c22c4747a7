import SharedSettings
import Sharing
import SpeechClient
import SpeechClientLive
import SpeechClientOpenAILive

extension SpeechClient {
  /// The engine that the library's settings name: a process of this machine, or a server. One that the
  /// environment names comes first.
  static var chosenInSettings: Self {
    .chosen {
      let settings = SharedReader(.settings).wrappedValue
      return Choice(engine: settings.engine, keyFile: settings.engineKey)
    } from: { choice in
      var process = EngineSettings()
      if case .server(let address) = choice.engine, !process.isEngineNamed {
        return .openAI(OpenAIServer(address, keyFile: choice.keyFile))
      }
      process.program = choice.engine.program
      return .live(process)
    }
  }

  private struct Choice: Equatable {
    var engine: Settings.Engine
    var keyFile: String?
  }
}
