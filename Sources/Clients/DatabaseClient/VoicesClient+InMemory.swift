import ConcurrencyExtras

extension VoicesClient {
  static func inMemory(_ database: MemoryDatabase) -> Self {
    let library = database.library
    return Self(
      all: { library.withValue { $0.voices.values.sorted { $0.name < $1.name } } },
      remember: { speaker, id, name, date in
        try library.withLock { try $0.rememberVoice(of: speaker, in: id, named: name, at: date) }
      },
      forget: { name in library.withValue { $0.forgetVoices(of: name) } })
  }
}
