import DatabaseClient
import Dependencies
import SharedModels
import Styleguide

/// A memo as a person names it: by its id, or as many of the id's first letters as tell it from
/// the others.
struct RecordingReference {
  let text: String

  @Dependency(\.database) private var database

  init(_ text: String) {
    self.text = text
  }

  /// As many ids as the database names: there may be more that begin so.
  private static let knownCount = 10

  /// The memo.
  ///
  /// - Parameter place: Where to look, or `nil` to look in the library and in the trash.
  func recording(in place: RecordingQuery.Place? = .library) async throws -> Recording {
    let ids = try await database.recordingIDs(startingWith: text)
    guard ids.count < Self.knownCount
    else {
      throw CommandFailure("'\(text.printable)' could be many memos; give more of the id")
    }
    let recordings =
      ids.isEmpty
      ? [] : try await database.recordings(matching: RecordingQuery(ids: ids, place: place))
    switch recordings.count {
    case 0:
      throw CommandFailure(
        """
        no memo \(place == .trash ? "in the trash " : "")has the id '\(text.printable)'; \
        'speechmemo list' shows them
        """)
    case 1:
      return recordings[0]
    default:
      let candidates = recordings.map { "\($0.id.text) (\($0.title.printable))" }
      throw CommandFailure(
        "'\(text.printable)' could be \(candidates.joined(separator: ", ")); give more of the id")
    }
  }
}

extension [String] {
  /// The memos that these name, each once, however often it is named.
  func recordings(in place: RecordingQuery.Place? = .library) async throws -> [Recording] {
    var recordings: [Recording] = []
    for text in self {
      let recording = try await RecordingReference(text).recording(in: place)
      if !recordings.contains(where: { $0.id == recording.id }) { recordings.append(recording) }
    }
    return recordings
  }
}

extension Recording.ID {
  /// The id as it is printed and typed.
  var text: String { rawValue.uuidString.lowercased() }

  /// Its first part: enough to tell a person's memos apart.
  var short: String {
    let bytes = rawValue.uuid
    let number =
      UInt32(bytes.0) << 24 | UInt32(bytes.1) << 16 | UInt32(bytes.2) << 8 | UInt32(bytes.3)
    let digits = String(number, radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }
}
