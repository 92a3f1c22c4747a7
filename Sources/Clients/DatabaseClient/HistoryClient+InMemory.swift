extension HistoryClient {
  static func inMemory(_ database: MemoryDatabase) -> Self {
    let library = database.library
    return Self(
      lastEdit: { library.withValue(\.lastEdit) },
      versions: { id in try library.withValue { try $0.textVersions(of: id) } },
      transcription: { id, version in
        try library.withValue { try $0.transcription(of: id, version: version) }
      },
      restore: { id, version, current, date in
        try database.change([id]) {
          try $0.restoreText(of: id, version: version, replacing: current, at: date)
        }
      })
  }
}
