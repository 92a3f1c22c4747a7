import Foundation
import SharedModels
import Tagged

extension MemoryLibrary {
  func allTranscriptions(of id: Recording.ID) -> [Transcription] {
    (earlierTranscriptions[id] ?? []) + (transcriptions[id].map { [$0] } ?? [])
  }

  mutating func addTexts(of memo: ArchivedMemo, to id: Recording.ID) {
    transcriptions[id] = memo.transcription
    earlierTranscriptions[id] = memo.transcriptions.filter { $0.id != memo.currentTranscription }
    versions[id] = memo.versions
    summaries[id] = memo.summary
  }

  mutating func deleteTexts(of id: Recording.ID) {
    transcriptions[id] = nil
    earlierTranscriptions[id] = nil
    versions[id] = nil
    summaries[id] = nil
  }

  mutating func save(_ summary: Summary, of id: Recording.ID) throws {
    guard recordings.contains(where: { $0.id == id })
    else { throw DatabaseError.notFound("memo \(id.text)") }
    let transcript = summary.provenance.transcriptID
    guard allTranscriptions(of: id).contains(where: { $0.id == transcript })
    else { throw DatabaseError.notFound("transcript \(transcript.text)") }
    summaries[id] = summary
  }

  mutating func makeCurrent(_ transcription: Transcription, of id: Recording.ID) {
    let others = allTranscriptions(of: id).filter { $0.id != transcription.id }
    transcriptions[id] = transcription
    earlierTranscriptions[id] = others
  }

  mutating func edit(
    _ id: Transcription.ID, with edit: TranscriptionEdit, at now: Date
  ) throws {
    guard let (recording, before) = transcriptions.first(where: { $0.value.id == id })
    else { throw DatabaseError.notFound("the transcript") }
    var transcription = before
    guard transcription.apply(edit)
    else { throw conflict(ofTextOf: recording) }
    add(
      ArchivedVersion(
        transcription: id, date: edit.date ?? now, editedAt: transcription.editedAt,
        change: TextDifference(from: edit.removed, to: edit.inserted, at: edit.position)),
      to: recording)
    transcriptions[recording] = transcription
  }

  func conflict(ofTextOf id: Recording.ID) -> DatabaseError {
    .conflict(
      ofTextOf: recordings.first { $0.id == id }?.title ?? "",
      with: knownHistory(of: id).versions.current)
  }

  func history(of id: Recording.ID) throws -> TextHistory {
    guard recordings.contains(where: { $0.id == id })
    else { throw DatabaseError.notFound("memo \(id.text)") }
    return knownHistory(of: id)
  }

  func textVersions(of id: Recording.ID) throws -> [TextVersion] {
    let texts = allTranscriptions(of: id).map { ($0.id, $0.segments) }
    return try history(of: id).counted(Dictionary(texts) { $1 })
  }

  private func knownHistory(of id: Recording.ID) -> TextHistory {
    TextHistory(
      versions[id] ?? [], of: allTranscriptions(of: id), current: transcriptions[id]?.id)
  }

  func transcription(of id: Recording.ID, version number: Int) throws -> Transcription {
    let history = try history(of: id)
    let version = try history.version(number)
    guard let latest = allTranscriptions(of: id).first(where: { $0.id == version.transcription })
    else { throw DatabaseError.notFound("transcript \(version.transcription.text)") }
    return try history.transcription(number, from: latest)
  }

  mutating func restoreText(
    of id: Recording.ID, version: Int, replacing current: Int, at date: Date
  ) throws {
    guard try history(of: id).versions.current?.number == current
    else { throw conflict(ofTextOf: id) }
    let restored = try transcription(of: id, version: version)
    let latest = allTranscriptions(of: id).first { $0.id == restored.id } ?? restored
    add(
      ArchivedVersion(
        transcription: restored.id, date: date, editedAt: restored.editedAt, restored: version,
        change: TextDifference(from: latest.segments, to: restored.segments)),
      to: id)
    makeCurrent(restored, of: id)
  }

  var lastEdit: LastEdit? {
    recordings.filter { !$0.isTrashed }
      .compactMap { recording in
        knownHistory(of: recording.id).changeDate.map { LastEdit(memo: recording.id, date: $0) }
      }
      .max { $0.date < $1.date }
  }

  private mutating func add(_ version: ArchivedVersion, to id: Recording.ID) {
    let unstored = knownHistory(of: id).unstored
    versions[id, default: []] += unstored + [version]
  }
}
