import SharedModels

extension MemoryLibrary {
  func archived(_ ids: [Recording.ID]) -> [ArchivedMemo] {
    ids.compactMap { id in
      guard let recording = recordings.first(where: { $0.id == id })
      else { return nil }
      let job = openJobs.last { $0.recordingID == id }
      return ArchivedMemo(
        recording: recording, transcriptions: allTranscriptions(of: id),
        currentTranscription: transcriptions[id]?.id, job: job,
        keptSegments: job.map { keptSegments(of: $0.id, after: 0) } ?? [],
        versions: versions[id] ?? [], summary: summaries[id])
    }
  }

  mutating func adopt(_ memo: ArchivedMemo) -> ArchivedMemo.Adoption {
    let memo = memo.requeued
    if let existing = recordings.first(where: { isSame($0, memo.recording) }) {
      guard transcriptions[existing.id] == nil, memo.transcription != nil
      else { return .alreadyExists(existing.id) }
      addTexts(of: memo, to: existing.id)
      jobs.removeAll { $0.recordingID == existing.id }
      try? modify(existing.id) { $0.transcription = .done }
      return .transcribed(existing.id)
    }
    recordings.append(memo.recording)
    addTexts(of: memo, to: memo.recording.id)
    if let job = memo.job {
      jobs.append(job)
      keep(memo.keptSegments, of: job.id)
    }
    if !memo.recording.isTrashed { webhooks.enqueue("memo.saved", memo.recording.id) }
    return .added
  }

  mutating func remove(_ memo: ArchivedMemo) throws {
    let id = memo.recording.id
    guard let existing = archived([id]).first
    else { throw DatabaseError.notFound("memo \(id.text)") }
    guard existing == memo
    else { throw DatabaseError.conflict("the memo") }
    recordings.removeAll { $0.id == id }
    jobs.removeAll { $0.recordingID == id }
    deleteTexts(of: id)
    links = links.filter { $0.value.memo != id }
    webhooks.removeEvents(of: id)
  }

  private func isSame(_ recording: Recording, _ other: Recording) -> Bool {
    recording.id == other.id
      || !recording.isTrashed && !other.isTrashed && !other.audio.sha256.isEmpty
        && recording.audio.sha256 == other.audio.sha256
  }
}
