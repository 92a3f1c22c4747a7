import DatabaseClient
import SharedModels

extension HistoryClient {
  static func live(_ library: some SQLLibrary) -> Self {
    Self(
      lastEdit: { try await library.read { try $0.lastEdit() } },
      versions: { id in try await library.read { try $0.versions(of: id) } },
      transcription: { id, version in
        try await library.read { try $0.transcription(of: id, version: version) }
      },
      restore: { id, version, current, date in
        try await library.change([id]) {
          try $0.restoreText(of: id, version: version, replacing: current, at: date)
        }
      })
  }
}
