import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels

struct RecordingSelection {
  let filter: RecordingFilter
  let ids: [String]
  private let arguments: ParsedArguments
  private let isAll: Bool

  @Dependency(\.database) private var database

  init(_ arguments: ParsedArguments, isAll: Bool = false) {
    self.arguments = arguments
    filter = FilterOptions.filter(arguments)
    ids = arguments[CommandTable.optionalIDs]
    self.isAll = isAll
  }

  var isEmpty: Bool { ids.isEmpty && filter == RecordingFilter() && !isAll }

  /// `place` applies to named memos. A filter never matches memos in the trash.
  func recordings(in place: RecordingQuery.Place? = .library) async throws -> [Recording] {
    let recordings = try await matchingRecordings(in: place)
    guard !recordings.isEmpty
    else { throw CommandFailure("no memo matches the options; 'speechmemo list' shows all memos") }
    return recordings
  }

  /// Like ``recordings(in:)``, but returns an empty list if no memo matches the filter.
  func matchingRecordings(
    in place: RecordingQuery.Place? = .library
  ) async throws -> [Recording] {
    guard !isEmpty
    else { throw arguments.usageError("name memos, or select them with options") }
    guard ids.isEmpty || filter == RecordingFilter() && !isAll
    else { throw arguments.usageError("name memos or select them with options, not both") }
    guard ids.isEmpty
    else { return try await ids.recordings(in: place) }
    return try await database.recordings(matching: RecordingQuery(filter: filter))
  }
}

enum FilterOptions {
  static let favorite = Parameter.flag("favorite", help: "Only favorites.")
  static let from = Parameter<RelativeDate?>.option(
    "from", help: "Only memos since this date: 2026-01-31, 2026-01, 2026, yesterday, 7d.")
  static let longer = Parameter<Duration?>.option("longer", help: "Only memos longer than this.")
  static let shorter = Parameter<Duration?>.option(
    "shorter", help: "Only memos shorter than this.")
  static let states = Parameter<[Status]>.options(
    "state", help: "Only memos whose transcript is in this state.")
  static let tags = Parameter<[String]>.options(
    "tag", placeholder: "TAG", completion: .speechmemo(.tags), help: "Only memos with this tag.")
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

  enum Status: String, ArgumentValue, CaseIterable {
    case cancelled, done, failed, none, queued, running
  }
}
