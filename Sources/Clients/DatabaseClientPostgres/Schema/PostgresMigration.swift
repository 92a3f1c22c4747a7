/// A released migration is never edited. Servers and transcribers of the previous version keep
/// running, so it only adds: tables, columns with a default or `NULL`, indexes, new functions. A
/// later version removes what is unused and raises ``oldestWriter``.
struct PostgresMigration: Sendable {
  let number: Int
  let name: String
  /// The oldest version that may still write, as the number of its newest migration.
  let oldestWriter: Int
  let statements: [String]

  static let all: [Self] = [
    .first, .transcribers, .queueState, .traces, .settings, .turns, .folding, .textVersions,
    .sessions, .details, .keyedRequests, .summaries,
  ]

  static var newest: Int { all.count }
}
