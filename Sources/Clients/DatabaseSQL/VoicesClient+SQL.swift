import DatabaseClient

extension VoicesClient {
  static func live(_ library: some SQLLibrary) -> Self {
    Self(
      all: { try await library.read { try $0.voices() } },
      remember: { speaker, id, name, date in
        try await library.write {
          try $0.rememberVoice(of: speaker, in: id, named: name, at: date)
        }
      },
      forget: { name in try await library.forgetVoices(of: name) })
  }
}
