package import Foundation
package import SharedModels
import Tagged

package struct TextHistory: Sendable {
  /// First known texts that the library has not stored, as of new transcripts or older programs.
  package let unstored: [ArchivedVersion]
  package let versions: [TextVersion]
  private let stored: [ArchivedVersion]

  /// - Parameter transcriptions: The memo's finished transcripts; segments aren't used.
  package init(
    _ stored: [ArchivedVersion], of transcriptions: [Transcription], current: Transcription.ID?
  ) {
    let last = Dictionary(stored.map { ($0.transcription, $0) }) { $1 }
    let unstored =
      transcriptions.enumerated()
      .filter { last[$1.id].map(\.editedAt) != .some($1.editedAt) }
      .sorted {
        // The newest transcript is the current one, whatever the clocks were.
        let (isCurrent, isOtherCurrent) = ($0.element.id == current, $1.element.id == current)
        return isCurrent == isOtherCurrent
          ? ($0.element.createdAt, $0.offset) < ($1.element.createdAt, $1.offset) : isOtherCurrent
      }
      .map { _, transcription in
        ArchivedVersion(
          transcription: transcription.id,
          date: transcription.editedAt ?? transcription.createdAt,
          editedAt: transcription.editedAt)
      }
    let all = stored + unstored
    let position = all.lastIndex { $0.transcription == current }
    let engines = Dictionary(transcriptions.map { ($0.id, ($0.engine, $0.model)) }) { $1 }
    self.stored = stored
    self.unstored = unstored
    versions = all.enumerated().map { index, version in
      let (engine, model) = engines[version.transcription] ?? (TranscriptionEngine(), "")
      return TextVersion(
        number: index + 1,
        author: version.change == nil && version.editedAt == nil
          ? .engine(engine, model: model) : .user,
        date: version.date, isCurrent: index == position, restored: version.restored,
        transcription: version.transcription)
    }
  }

  package func version(_ number: Int) throws -> TextVersion {
    guard let version = versions.first(where: { $0.number == number })
    else { throw DatabaseError.notFound("version \(number) of the text") }
    return version
  }

  /// Returns the transcript with a version's text. `latest` is the version's transcript today.
  package func transcription(_ number: Int, from latest: Transcription) throws -> Transcription {
    let all = stored + unstored
    var segments = latest.segments
    for later in all[number...].reversed() where later.transcription == latest.id {
      guard let earlier = later.change?.earlierText(of: segments)
      else {
        throw DatabaseError.invalid(
          "version \(number) of the text is not known: an older program has changed the text since")
      }
      segments = earlier
    }
    var transcription = latest
    transcription.segments = segments.withSpeakers(among: latest.speakers)
    transcription.editedAt = all[number - 1].editedAt
    return transcription
  }

  /// The versions with their numbers of words. `texts` are those of the transcripts today.
  package func counted(_ texts: [Transcription.ID: [Segment]]) -> [TextVersion] {
    var (texts, versions) = (texts, versions)
    for (index, version) in (stored + unstored).enumerated().reversed() {
      guard let text = texts[version.transcription]
      else { continue }
      versions[index].wordCount = text.wordCount
      texts[version.transcription] = version.change?.earlierText(of: text)
    }
    return versions
  }

  /// The date of the current text if it is an edit, or a transcript that replaced edited text.
  package var changeDate: Date? {
    guard let version = versions.current.map(versions.origin), versions.undone != nil,
      sequence(first: version, next: versions.previous).contains(where: { $0.author == .user })
    else { return nil }
    return version.date
  }
}

extension TranscriptionEdit {
  /// `nil` for the inverse of an edit, which brings an earlier date back.
  package var date: Date? {
    editedAtAfter.flatMap { $0 >= editedAtBefore ?? .distantPast ? $0 : nil }
  }
}
