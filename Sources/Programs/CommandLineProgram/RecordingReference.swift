import ArgumentParsing
import DatabaseClient
import Dependencies
import SharedModels
import Styleguide

/// A memo named by an id or its prefix, a title or its prefix, `last`, or `last~2`.
struct RecordingReference {
  let text: String

  @Dependency(\.database) private var database

  init(_ text: String) {
    self.text = text
  }

  /// The database returns at most this many ids; there may be more.
  private static let knownCount = 10

  private static let titleLimit = 1000

  func recording(in place: RecordingQuery.Place? = .library) async throws -> Recording {
    if let position = positionFromLast { return try await recording(at: position, place) }
    let ids = try await database.recordingIDs(startingWith: text)
    guard ids.count < Self.knownCount
    else {
      throw CommandFailure("'\(text.printable)' matches many memos; give more of the id")
    }
    let recordings =
      ids.isEmpty
      ? [] : try await database.recordings(matching: RecordingQuery(ids: ids, place: place))
    switch recordings.count {
    case 0: return try await recording(withTitleIn: place, elsewhere: ids)
    case 1: return recordings[0]
    default: throw CommandFailure("\(ambiguity(recordings)); give more of the id")
    }
  }

  private var positionFromLast: Int? {
    if text == "last" { return 0 }
    guard text.hasPrefix("last~")
    else { return nil }
    return Int(text.dropFirst(5)).flatMap { $0 >= 0 ? $0 : nil }
  }

  private func recording(
    at position: Int, _ place: RecordingQuery.Place?
  ) async throws -> Recording {
    let newest = try await database.recordings(
      matching: RecordingQuery(place: place, limit: min(position, .max - 1) + 1))
    guard newest.indices.contains(position)
    else {
      throw CommandFailure(
        newest.isEmpty
          ? "no memos yet; 'speechmemo import FILE' adds one"
          : "memo '\(text)' does not exist: found only \(newest.count.counted("memo"))")
    }
    return newest[position]
  }

  private func recording(
    withTitleIn place: RecordingQuery.Place?, elsewhere ids: [Recording.ID]
  ) async throws -> Recording {
    let recordings = try await titled(in: place)
    let same = recordings.filter { $0.title.caseFolded == text.caseFolded }
    if same.count == 1 { return same[0] }
    switch recordings.count {
    case 0: throw CommandFailure(try await absence(from: place, elsewhere: ids))
    case 1: return recordings[0]
    default:
      throw CommandFailure("\(ambiguity(same.isEmpty ? recordings : same)); give an id")
    }
  }

  private func titled(in place: RecordingQuery.Place?) async throws -> [Recording] {
    guard !text.isEmpty
    else { return [] }
    return try await database.recordings(
      matching: RecordingQuery(
        place: place, filter: RecordingFilter(titlePrefix: text), limit: Self.titleLimit))
  }

  private func absence(
    from place: RecordingQuery.Place?, elsewhere ids: [Recording.ID]
  ) async throws -> String {
    let isElsewhere =
      if ids.isEmpty, place != nil { try await !titled(in: nil).isEmpty } else { !ids.isEmpty }
    return switch (place, isElsewhere) {
    case (.library, true):
      "'\(text.printable)' is in the trash; 'speechmemo undo \(text.printable)' restores it"
    case (.trash, true):
      "'\(text.printable)' is in the library, not in the trash"
    case (.trash, false):
      """
      no memo in the trash has the id or title '\(text.printable)'; 'speechmemo list --trash' \
      shows all memos there
      """
    case (.library, false), (nil, _):
      "no memo has the id or title '\(text.printable)'; 'speechmemo list' shows all memos"
    }
  }

  private func ambiguity(_ recordings: [Recording]) -> String {
    let shown = recordings.prefix(Self.knownCount).map { "\($0.id.text) (\($0.title.printable))" }
    let others = recordings.count - shown.count
    return """
      '\(text.printable)' matches \(shown.joined(separator: ", "))\
      \(others > 0 ? " and \(others) more" : "")
      """
  }
}

extension ParsedArguments {
  func memo(in place: RecordingQuery.Place? = .library) async throws -> Recording {
    try await RecordingReference(self[CommandTable.id]).recording(in: place)
  }
}

extension [String] {
  func recordings(in place: RecordingQuery.Place? = .library) async throws -> [Recording] {
    var recordings: [Recording] = []
    for text in self {
      let recording = try await RecordingReference(text).recording(in: place)
      if !recordings.contains(where: { $0.id == recording.id }) { recordings.append(recording) }
    }
    return recordings
  }
}

extension Recording {
  var label: String { "\(id.short) \(title.printable)" }
}

extension Recording.ID {
  var short: String { String(text.prefix(8)) }
}
