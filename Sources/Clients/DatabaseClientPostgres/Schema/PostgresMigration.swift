/// A step that brings the tables to a newer shape.
///
/// A step is never edited once it has been released. While it is made, servers and transcribers of the
/// version before go on working, so it only adds: a table, a column with a default or one that may be
/// `NULL`, an index, a function of another name. What is not needed any more goes in a later version's
/// step, which says so by ``oldestWriter``.
struct PostgresMigration: Sendable {
  /// Counted from 1, without gaps.
  let number: Int
  let name: String
  /// The oldest program that may write from then on, by the number of the newest step that it knows.
  let oldestWriter: Int
  let statements: [String]

  /// All steps that this program knows, in their order.
  static let all: [Self] = [.first, .transcribers, .queueState, .traces, .settings, .turns]

  /// The steps that a program may do its work with, and what it tells the server of itself.
  static var newest: Int { all.count }
}
