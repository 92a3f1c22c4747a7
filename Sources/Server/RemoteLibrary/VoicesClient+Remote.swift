import ApiClient
import DatabaseClient
import ServerRouter

extension VoicesClient {
  static func remote(_ server: ServerConnection) -> Self {
    Self(
      all: {
        try await server.value(.voices(.list), as: VoiceList.self).voices.map(\.value)
      },
      remember: { speaker, transcript, name, _ in
        try await server.finding("the speaker") {
          try await server.succeeds(
            .voices(
              .remember(VoiceRequest(name: name, speaker: speaker, transcript: transcript))),
            unless: .conflict)
        }
      },
      forget: { name in
        let wanted = VoiceSelection(name: name, isEverybody: name == nil)
        let answer: ForgottenVoices? = try await server.valueIfFound(.voices(.forget(wanted)))
        return answer.map { $0.erased ? .complete : .waiting } ?? .nothing
      })
  }
}
