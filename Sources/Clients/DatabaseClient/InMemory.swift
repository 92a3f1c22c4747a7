import ConcurrencyExtras
public import Foundation
import SharedModels

extension DatabaseClient {
  /// A library in memory. Its snapshots and opened libraries live as long. `now` times leases.
  public static func inMemory(
    _ memos: [TranscribedMemo] = [], jobs: [TranscriptionJob] = [],
    now: @escaping @Sendable () -> Date = { Date() }
  ) -> DatabaseClient {
    inMemory(MemoryDatabase(LockIsolated(MemoryLibrary(memos, jobs: jobs)), now: now))
  }

  static func inMemory(_ database: MemoryDatabase) -> DatabaseClient {
    let library = database.library
    var client = DatabaseClient(
      libraryID: { database.id },
      changes: { database.changes.stream() },
      revision: { nil },
      access: .inMemory(database),
      archive: .inMemory(database),
      history: .inMemory(database),
      jobs: .inMemory(database),
      keyedRequests: .inMemory(database),
      summaries: .inMemory(database),
      voices: .inMemory(database),
      webhookEvents: .inMemory(database),
      recordings: { query in library.withValue { $0.recordings(matching: query) } },
      recordingIDs: { prefix in
        library.withValue { library in
          library.recordings.map(\.id)
            .filter { $0.text.hasPrefix(prefix.lowercased()) }
            .prefix(10).map(\.self)
        }
      },
      recordingWithChecksum: { sha256 in
        library.withValue { library in
          library.recordings.first { $0.audio.sha256 == sha256 && !$0.isTrashed }
        }
      },
      insert: { recording, job in
        try database.change([recording.id]) { try $0.insert(recording, job: job) }
      },
      insertTranscribed: { memos in
        try database.change(memos.map(\.recording.id)) { library in
          var changed = library
          for memo in memos {
            try changed.insert(memo.recording, job: nil)
            changed.transcriptions[memo.recording.id] = memo.transcription
          }
          library = changed
        }
      },
      update: { recording in
        try database.change([recording.id]) { library in
          try library.modify(recording.id) { $0.copyDetails(from: recording) }
        }
      },
      modify: { id, modification in
        try database.change([id]) { library in
          try library.modify(id) { recording in
            var changed = recording
            try modification(&changed)
            recording.copyDetails(from: changed)
            return recording
          }
        }
      },
      trash: { ids, date in
        database.change(ids) { library in
          for id in ids { try? library.modify(id) { $0.trashedAt = $0.trashedAt ?? date } }
        }
      },
      restore: { ids in
        try database.change(ids) { library in
          var restored = library
          try restored.restore(ids)
          library = restored
        }
      },
      deletePermanently: { ids in database.change(ids) { $0.deletePermanently(ids) } },
      deletePermanentlyFreeingSpace: { ids, remove in
        database.change(ids) { library in
          let forgotten = library.deletePermanently(ids)
          forgotten.forEach(remove)
          return forgotten
        }
      },
      audioFileNames: {
        library.withValue { Set($0.recordings.map(\.audio.fileName)) }
      },
      tagCounts: { library.withValue { $0.recordings(matching: RecordingQuery()).tagCounts } },
      transcription: { id in library.withValue { $0.transcriptions[id] } },
      firstWords: { ids in library.withValue { $0.firstWords(of: ids) } },
      editTranscription: { id, edit in
        try library.withLock { try $0.edit(id, with: edit, at: database.now()) }
      },
      editSpeakers: { id, edit in try library.withValue { try $0.edit(id, with: edit) } },
      search: { query in try library.withValue { try $0.search(query) } },
      searchCount: { query in
        try library.withValue { try $0.search(query.withoutLimits).count }
      },
      wordStatistics: { count in library.withValue { $0.wordStatistics(mostFrequent: count) } },
      repairs: { library.withValue { $0.repairs } },
      processedFiles: {
        library.withValue { $0.processedFiles.values.sorted { $0.path < $1.path } }
      },
      saveProcessedFile: { file in library.withValue { $0.processedFiles[file.path] = file } },
      library: { url in .inMemory(database.other(at: url)) },
      checkFile: {},
      close: {},
      integrityProblems: { [] })
    client.languages = { library.withValue { $0.languages } }
    return client
  }
}
