import Foundation
import SharedModels

struct MemoryLibrary: Sendable {
  var accessTokens: [String: AccessToken] = [:]
  var jobs: [TranscriptionJob] = []
  var keyedRequests: [String: (request: KeyedRequest, end: Date)] = [:]
  var links: [String: ShareLink] = [:]
  var recordings: [Recording] = []
  var summaries: [Recording.ID: Summary] = [:]
  var voices: [String: RememberedVoice] = [:]
  var processedFiles: [String: ProcessedFile] = [:]
  var transcriptions: [Recording.ID: Transcription] = [:]
  var earlierTranscriptions: [Recording.ID: [Transcription]] = [:]
  var versions: [Recording.ID: [ArchivedVersion]] = [:]
  var webhooks = MemoryWebhooks()
  private var claims: [TranscriptionJob.ID: (owner: UUID, until: Date)] = [:]
  private var kept: [TranscriptionJob.ID: [Segment]] = [:]

  init(_ memos: [TranscribedMemo], jobs: [TranscriptionJob] = []) {
    self.jobs = jobs
    memos.forEach { insert($0) }
  }

  mutating func insert(_ memo: TranscribedMemo) {
    recordings.append(memo.recording)
    transcriptions[memo.recording.id] = memo.transcription
  }

  mutating func insert(_ recording: Recording, job: TranscriptionJob?) throws {
    try checkForDuplicate(of: recording)
    recordings.append(recording)
    if let job { jobs.append(job) }
    webhooks.enqueue("memo.saved", recording.id)
  }

  mutating func restore(_ ids: [Recording.ID]) throws {
    for id in ids {
      guard let recording = recordings.first(where: { $0.id == id })
      else { continue }
      try checkForDuplicate(of: recording)
      try modify(id) { $0.trashedAt = nil }
    }
  }

  mutating func deletePermanently(_ ids: [Recording.ID]) -> [Recording] {
    let forgotten = recordings.filter { ids.contains($0.id) && $0.isTrashed }
    let ids = Set(forgotten.map(\.id))
    if !ids.isEmpty { keyedRequests = keyedRequests.filter { $0.value.request.reply == nil } }
    recordings.removeAll { ids.contains($0.id) }
    jobs.removeAll { ids.contains($0.recordingID) }
    for id in ids {
      deleteTexts(of: id)
      links = links.filter { $0.value.memo != id }
      webhooks.removeEvents(of: id)
    }
    return forgotten
  }

  private func checkForDuplicate(of recording: Recording) throws {
    let sha256 = recording.audio.sha256
    guard
      sha256.isEmpty
        || !recordings.contains(where: {
          $0.audio.sha256 == sha256 && !$0.isTrashed && $0.id != recording.id
        })
    else { throw DatabaseError.alreadyExists(sha256: sha256) }
  }

  mutating func modify<Value>(
    _ id: Recording.ID, _ change: (inout Recording) throws -> Value
  ) throws -> Value {
    guard let index = recordings.firstIndex(where: { $0.id == id })
    else { throw DatabaseError.notFound("memo \(id.text)") }
    return try change(&recordings[index])
  }

  func recordings(matching query: RecordingQuery) -> [Recording] {
    let sorted = recordings.enumerated()
      .sorted { query.order.isBefore($0.element, $1.element, ties: ($0.offset, $1.offset)) }
      .map(\.element)
    let rest =
      query.after.flatMap { position in
        sorted.firstIndex { $0.id == position.id }.map { sorted[($0 + 1)...] }
      } ?? sorted[...]
    let found = rest.filter { recording in
      (query.ids.map { $0.contains(recording.id) } ?? true)
        && (query.place.map { ($0 == .trash) == recording.isTrashed } ?? true)
        && query.filter.matches(recording)
    }
    return Array(found.prefix(query.limit ?? .max))
  }

  func firstWords(of ids: [Recording.ID]) -> [Recording.ID: String] {
    let words = ids.compactMap { id in
      transcriptions[id].map { (id, DatabaseClient.firstWords($0.segments.map(\.text))) }
    }
    return Dictionary(words.filter { !$0.1.isEmpty }) { $1 }
  }

  /// Counts all memos; a database counts the newest thousand.
  var languages: [String] {
    let counts = transcriptions.values.compactMap(\.language)
      .reduce(into: [:]) { counts, language in counts[language, default: 0] += 1 }
    return counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
  }

  var openJobs: [TranscriptionJob] {
    jobs.filter { [.failed, .queued, .running].contains($0.state) }
  }

  func finishedJobs(since date: Date) -> [TranscriptionJob] {
    jobs.enumerated()
      .filter { $0.element.state == .done && ($0.element.endedAt ?? .distantPast) >= date }
      .sorted {
        ($0.element.endedAt ?? .distantPast, $0.offset)
          > ($1.element.endedAt ?? .distantPast, $1.offset)
      }
      .map(\.element)
  }

  func keptSegments(of id: TranscriptionJob.ID, after count: Int) -> [Segment] {
    Array((kept[id] ?? []).dropFirst(count))
  }

  mutating func keep(_ segments: [Segment], of id: TranscriptionJob.ID) {
    kept[id, default: []] += segments
  }

  mutating func enqueue(_ job: TranscriptionJob) throws {
    if let other = jobs.first(where: { $0.id == job.id }) {
      guard other.recordingID == job.recordingID
      else { throw DatabaseError.idTaken("job \(job.id.text)") }
      return
    }
    try modify(job.recordingID) { $0.transcription = .queued }
    jobs.removeAll { $0.recordingID == job.recordingID }
    jobs.append(job)
  }

  mutating func claimJob(
    among ids: Set<Recording.ID>?, for owner: UUID, at now: Date, except held: ClaimedJobs
  ) -> TranscriptionJob? {
    let index = jobs.firstIndex { job in
      let isFree =
        job.state == .queued
        || job.state == .running && JobLease.hasExpired(claims[job.id]?.until, at: now)
      return isFree && !held.holds(job.id) && (ids?.contains(job.recordingID) ?? true)
        && recordings.contains { $0.id == job.recordingID && !$0.isTrashed }
    }
    guard let index
    else { return nil }
    jobs[index].state = .running
    jobs[index].attempts += 1
    claims[jobs[index].id] = (owner, JobLease.end(from: now))
    return jobs[index]
  }

  mutating func renew(_ id: TranscriptionJob.ID, for owner: UUID, at now: Date) throws {
    _ = try index(of: id, in: [.running])
    guard claims[id]?.owner == owner
    else { throw DatabaseError.notFound(id) }
    claims[id]?.until = JobLease.end(from: now)
  }

  mutating func append(
    _ segments: [Segment], to id: TranscriptionJob.ID, checkpoint: TranscriptionCheckpoint?,
    progress: Double
  ) throws {
    let index = try index(of: id, in: [.running])
    keep(segments, of: id)
    jobs[index].checkpoint = checkpoint
    if let end = segments.last?.end { jobs[index].transcribedUntil = end }
    try modify(jobs[index].recordingID) { $0.transcription = .running(progress: progress) }
  }

  mutating func end(_ id: TranscriptionJob.ID, _ outcome: TranscriptionJob.Outcome) throws {
    let index = try index(
      of: id, in: outcome == .cancelled ? [.failed, .queued, .running] : [.running])
    let recording = jobs[index].recordingID
    let hasTranscript = transcriptions[recording] != nil
    switch outcome {
    case .cancelled:
      jobs[index].state = .cancelled
      try modify(recording) { $0.transcription = hasTranscript ? .done : .cancelled }
    case .done(let summary, let speakers, let date):
      guard (transcriptions[recording]?.editedAt ?? .distantPast) <= jobs[index].createdAt
      else { throw DatabaseError.conflict("the text") }
      var transcription = Transcription(
        id: Transcription.ID(id.rawValue), createdAt: date, details: summary.details,
        engine: summary.engine, language: summary.language, model: summary.model,
        repairs: summary.repairs, segments: kept[id] ?? [], settings: jobs[index].settings)
      if let speakers, !transcription.apply(speakers.recognizing(Array(voices.values))) {
        throw DatabaseError.conflict("the text")
      }
      jobs[index].state = .done
      jobs[index].checkpoint = nil
      jobs[index].endedAt = date
      makeCurrent(transcription, of: recording)
      try modify(recording) { $0.transcription = .done }
      webhooks.enqueue("transcript.finished", recording)
    case .failed(let reason, let date):
      jobs[index].state = .failed
      jobs[index].endedAt = date
      jobs[index].reason = reason
      try modify(recording) { $0.transcription = hasTranscript ? .done : .failed(reason: reason) }
      webhooks.enqueue("transcript.failed", recording)
    case .interrupted:
      jobs[index].state = .queued
      jobs[index].attempts = max(0, jobs[index].attempts - 1)
      try modify(recording) { $0.transcription = .queued }
    }
  }

  private func index(
    of id: TranscriptionJob.ID, in states: Set<TranscriptionJob.State>
  ) throws -> Int {
    guard let index = jobs.firstIndex(where: { $0.id == id && states.contains($0.state) })
    else { throw DatabaseError.notFound(id) }
    return index
  }
}
