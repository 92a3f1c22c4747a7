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

  /// `nil` means any place. `last` never means a trashed memo unless `place` is the trash.
  func recording(in place: RecordingQuery.Place? = .library) async throws -> Recording {
    if let position = positionFromLast {
      return try await recording(at: position, place ?? .library)
    }
    guard let recording = try await match(in: place)
    else { throw CommandFailure(try await absence(from: place)) }
    return recording
  }

  /// The memo in the trash, or in the library if none matches or only its title matches fully.
  func recordingToUndo() async throws -> Recording {
    if let position = positionFromLast { return try await recording(at: position, nil) }
    guard let trashed = try await match(in: .trash)
    else { return try await recording() }
    if !isFullName(of: trashed), let kept = try await match(in: .library), isFullName(of: kept) {
      return kept
    }
    return trashed
  }

  private func isFullName(of recording: Recording) -> Bool {
    recording.title.caseFolded == text.caseFolded
      || recording.id.text.hasPrefix(text.lowercased())
  }

  private func match(in place: RecordingQuery.Place?) async throws -> Recording? {
    let ids = try await database.recordingIDs(startingWith: text)
    guard ids.count < Self.knownCount
    else {
      throw CommandFailure("'\(text.printable)' matches many memos; give more of the id")
    }
    let recordings =
      ids.isEmpty
      ? [] : try await database.recordings(matching: RecordingQuery(ids: ids, place: place))
    switch recordings.count {
    case 0: return try await recording(withTitleIn: place)
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
    withTitleIn place: RecordingQuery.Place?
  ) async throws -> Recording? {
    let recordings = try await titled(in: place)
    let same = recordings.filter { $0.title.caseFolded == text.caseFolded }
    if same.count == 1 { return same[0] }
    switch recordings.count {
    case 0: return nil
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

  private func absence(from place: RecordingQuery.Place?) async throws -> String {
    let ids = try await database.recordingIDs(startingWith: text)
    let titled = try await titled(in: .trash)
    return place == .library && !(ids.isEmpty && titled.isEmpty)
      ? "'\(text.printable)' is in the trash; 'speechmemo undo \(text.printable)' restores it"
      : "no memo has the id or title '\(text.printable)'; 'speechmemo list' shows all memos"
  }

  private func ambiguity(_ recordings: [Recording]) -> String {
    let hasShortIDs = Set(recordings.map(\.id.short)).count == recordings.count
    let shown = recordings.prefix(Self.knownCount).map { recording in
      "\(hasShortIDs ? recording.id.short : recording.id.text) (\(recording.title.printable))"
    }
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
