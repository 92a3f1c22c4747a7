import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels

/// The memos that a command is for: those that are named, or all that a filter lets through.
struct RecordingSelection {
  /// The command as it is typed, for what is wrong with its options.
  let command: String
  let ids: [String]
  let filter: RecordingFilter
  /// Whether all memos are meant where none is named.
  let isAll: Bool

  @Dependency(\.database) private var database

  /// - Parameters:
  ///   - arguments: What was typed, with ``FilterOptions`` among the options.
  ///   - ids: The memos that are named.
  ///   - isAll: Whether all memos are meant where none is named.
  init(_ arguments: ParsedArguments, ids: [String], isAll: Bool = false) {
    command = arguments.commandPath.joined(separator: " ")
    filter = FilterOptions.filter(arguments)
    self.ids = ids
    self.isAll = isAll
  }

  /// Whether neither memos nor a filter are given.
  var isEmpty: Bool { ids.isEmpty && filter == RecordingFilter() && !isAll }

  /// The memos: those that are named in the order of their names, others newest first.
  ///
  /// - Parameter place: Where to look for those that are named, or `nil` for the library and the
  ///   trash. A filter never finds what is in the trash.
  func recordings(in place: RecordingQuery.Place? = .library) async throws -> [Recording] {
    guard !isEmpty
    else { throw UsageError(command: command, message: "name memos, or select them with options") }
    guard ids.isEmpty || filter == RecordingFilter() && !isAll
    else {
      throw UsageError(
        command: command, message: "name memos or select them with options, not both")
    }
    guard ids.isEmpty
    else { return try await ids.recordings(in: place) }
    let recordings = try await database.recordings(matching: RecordingQuery(filter: filter))
    guard !recordings.isEmpty
    else { throw CommandFailure("no memo matches the options; 'speechmemo list' shows all memos") }
    return recordings
  }
}

/// The options that say which memos are meant by what they are.
enum FilterOptions {
  static let favorite = Parameter.flag("favorite", help: "Only favorites.")
  static let from = Parameter<RelativeDate?>.option(
    "from", help: "Only memos since this date: 2026-01-31, 2026-01, yesterday, 7d.")
  static let longer = Parameter<Duration?>.option("longer", help: "Only memos longer than this.")
  static let shorter = Parameter<Duration?>.option(
    "shorter", help: "Only memos shorter than this.")
  static let states = Parameter<[Status]>.options(
    "state", help: "Only memos whose transcript is in this state.")
  static let tags = Parameter<[String]>.options(
    "tag", placeholder: "TAG", help: "Only memos with this tag.")
  static let until = Parameter<RelativeDate?>.option(
    "until", help: "Only memos before this date.")

  static let all: [any CommandParameter] = [from, until, tags, states, longer, shorter, favorite]

  static func filter(_ arguments: ParsedArguments) -> RecordingFilter {
    @Dependency(\.date.now) var now
    return RecordingFilter(
      from: arguments[from]?.date(asOf: now), until: arguments[until]?.date(asOf: now),
      isFavorite: arguments[favorite] ? true : nil, longer: arguments[longer],
      shorter: arguments[shorter], statuses: Set(arguments[states].map(\.rawValue)),
      tags: arguments[tags])
  }

  /// A state of a transcript by its name.
  enum Status: String, ArgumentValue, CaseIterable {
    case cancelled, done, failed, none, queued, running
  }
}
