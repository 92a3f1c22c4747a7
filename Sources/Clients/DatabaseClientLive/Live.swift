public import DatabaseClient

public import Foundation
import SharedModels

extension DatabaseClient {
  /// The library in the file at `url`, created with its folder on first use. A page has 4 KiB.
  /// `now` times leases, so the clocks of all machines that use the file should agree.
  public static func live(
    at url: URL, busyTimeout: Duration = .seconds(5), maximumPageCount: Int? = nil,
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> DatabaseClient {
    live(
      LibraryDatabase(
        path: url.path, busyTimeout: busyTimeout, maximumPageCount: maximumPageCount, now: now))
  }

  private static func live(_ library: LibraryDatabase) -> DatabaseClient {
    DatabaseClient(
      libraryID: { "file:\(library.path)" },
      changes: { library.changeStream() },
      revision: { library.revision() },
      recordings: { query in try await library.read { try $0.recordings(matching: query) } },
      recordingIDs: { prefix in
        try await library.read { try $0.recordingIDs(startingWith: prefix) }
      },
      recordingWithChecksum: { sha256 in
        try await library.read { try $0.recording(withChecksum: sha256) }
      },
      insert: { recording, job in
        try await library.change([recording.id]) { try $0.insert(recording, job: job) }
      },
      insertTranscribed: { memos in
        try await library.change(memos.map(\.recording.id)) { try $0.insertTranscribed(memos) }
      },
      update: { recording in
        _ = try await library.change([recording.id]) {
          try $0.modify(recording.id) { $0.copyDetails(from: recording) }
        }
      },
      modify: { id, change in
        try await library.change([id]) { try $0.modify(id, change) }
      },
      trash: { ids, date in
        try await library.change(ids) { try $0.write { try $0.trash(ids, at: date) } }
      },
      restore: { ids in try await library.change(ids) { try $0.write { try $0.restore(ids) } } },
      deletePermanently: { ids in
        try await library.change(ids) { try $0.write { try $0.deletePermanently(ids) } }
      },
      deletePermanentlyFreeingSpace: { ids, remove in
        try await library.change(ids) { try $0.deletePermanently(ids, freeing: remove) }
      },
      audioFileNames: { try await library.read { try $0.audioFileNames() } },
      transcription: { id in try await library.read { try $0.transcription(of: id) } },
      firstWords: { ids in try await library.read { try $0.firstWords(of: ids) } },
      editTranscription: { id, edit in
        try await library.write { try $0.edit(id, with: edit) }
      },
      editSpeakers: { id, edit in
        try await library.write { try $0.edit(id, with: edit) }
      },
      search: { query in try await library.read { try $0.search(query) } },
      wordStatistics: { count in
        try await library.readConcurrently { try $0.wordStatistics(mostFrequent: count) }
      },
      repairs: { try await library.read { try $0.repairs() } },
      job: { id in try await library.read { try $0.job(of: id) } },
      jobs: { try await library.read { try $0.jobs() } },
      finishedJobs: { date in try await library.read { try $0.finishedJobs(since: date) } },
      keptSegments: { id, count in
        try await library.read { try $0.keptSegments(of: id, after: count) }
      },
      enqueue: { job in
        try await library.change([job.recordingID]) { try $0.write { try $0.enqueue(job) } }
      },
      claimJob: { ids in try await library.run { try $0.claimJob(among: ids) } },
      appendSegments: { segments, id, checkpoint, progress in
        try await library.changeMemo(of: id) {
          try $0.append(segments, to: id, checkpoint: checkpoint, progress: progress)
        }
      },
      renewJob: { id in try await library.run { try $0.renewJob(id) } },
      endJob: { id, outcome in
        try await library.changeMemo(of: id) { try $0.end(id, outcome) }
      },
      processedFiles: { try await library.read { try $0.processedFiles() } },
      saveProcessedFile: { file in try await library.write { try $0.saveProcessed(file) } },
      adopt: { memos in
        try await library.change(memos.map(\.recording.id)) { try $0.adopt(memos) }
      },
      archived: { ids in try await library.read { try $0.archived(ids) } },
      contents: { url in
        live(
          LibraryDatabase(
            path: url.path, isCopy: true, busyTimeout: .seconds(5), maximumPageCount: nil,
            now: library.now))
      },
      library: { url in .live(at: url, now: library.now) },
      remove: { memo in
        try await library.change([memo.recording.id]) { try $0.write { try $0.remove(memo) } }
      },
      snapshot: { url in try await library.snapshot(to: url) },
      webhook: { try await library.read { try $0.webhook() } },
      setWebhook: { url in try await library.write { try $0.setWebhook(url) } },
      claimWebhookEvent: { now, end in
        try await library.write { try $0.claimWebhookEvent(at: now, until: end) }
      },
      endWebhookEvent: { id, outcome in
        try await library.write { try $0.endWebhookEvent(id, outcome) }
      },
      accessTokens: { try await library.read { try $0.accessTokens() } },
      addAccessToken: { token, sha256 in
        try await library.write { try $0.add(token, sha256: sha256) }
      },
      removeAccessToken: { name in
        try await library.write { try $0.removeAccessToken(named: name) }
      },
      accessToken: { sha256, date in
        try await library.run { try $0.accessToken(sha256: sha256, usedAt: date) }
      },
      shareLinks: { id in try await library.read { try $0.shareLinks(of: id) } },
      addShareLink: { link, sha256 in
        try await library.write { try $0.add(link, sha256: sha256) }
      },
      removeShareLink: { id, memo in
        try await library.write { try $0.removeShareLink(id, of: memo) }
      },
      sharedMemo: { sha256, date in
        try await library.read { try $0.sharedMemo(sha256: sha256, at: date) }
      },
      voices: { try await library.read { try $0.voices() } },
      rememberVoice: { speaker, id, name, date in
        try await library.write {
          try $0.rememberVoice(of: speaker, in: id, named: name, at: date)
        }
      },
      forgetVoices: { name in try await library.run { try $0.forgetVoices(of: name) } },
      close: { await library.close() },
      integrityProblems: { try await library.read { try $0.integrityProblems() } })
  }
}
