import DatabaseClient

extension SummariesClient {
  static func live(_ library: some SQLLibrary) -> Self {
    Self(
      summary: { id in try await library.read { try $0.summary(of: id) } },
      save: { summary, id in
        try await library.change([id]) { try $0.save(summary, of: id) }
      })
  }
}
