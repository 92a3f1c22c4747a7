import ApiClient
import DatabaseClient
import ServerRouter
import SharedModels

extension SummariesClient {
  static func remote(_ server: ServerConnection) -> Self {
    Self(
      // A server of an older version has none.
      summary: { id in
        try await server.valueIfFound(.memos(.memo(id, .summary)), as: SummaryValue.self)?.summary
      },
      save: { _, _ in throw ApiError.localOnly(what: "storing a summary") })
  }
}
