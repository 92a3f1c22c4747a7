import Dependencies
import OpenAIConnection
import SharedSettings
import Sharing
import SpeechClient
import SpeechClientLive
import SpeechClientOpenAILive

extension SpeechClient {
  static var chosenInSettings: Self {
    .chosen {
      @Dependency(\.compute) var compute
      let settings = SharedReader(.settings).wrappedValue
      return Choice(
        compute: compute ?? settings.compute, engine: settings.engine,
        keyFile: settings.engineKey)
    } from: { choice in
      var process = EngineSettings()
      if case .server(let address) = choice.engine, !process.isEngineNamed {
        return .openAI(OpenAIServer(address, for: .speech, keyFile: choice.keyFile))
      }
      process.compute = choice.compute.rawValue
      process.program = choice.engine.program
      return .live(process)
    }
  }

  private struct Choice: Equatable {
    var compute: Settings.Compute
    var engine: Settings.Engine
    var keyFile: String?
  }
}
