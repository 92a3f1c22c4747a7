extension SummariesClient {
  static func inMemory(_ database: MemoryDatabase) -> Self {
    let library = database.library
    return Self(
      summary: { id in library.withValue { $0.summaries[id] } },
      save: { summary, id in try database.change([id]) { try $0.save(summary, of: id) } })
  }
}
