package import DatabaseClient
import Foundation
import SharedModels

extension DatabaseClient {
  package static func live(_ library: some SQLLibrary) -> DatabaseClient {
    var client = DatabaseClient(
      libraryID: { library.id },
      changes: { library.changeStream() },
      revision: { library.revision() },
      access: .live(library),
      archive: .live(library),
      history: .live(library),
      jobs: .live(library),
      keyedRequests: .live(library),
      summaries: .live(library),
      voices: .live(library),
      webhookEvents: .live(library),
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
        _ = try await library.change([recording.id]) { session in
          try session.modify(recording.id) { $0.copyDetails(from: recording) }
        }
      },
      modify: { id, change in
        try await library.change([id]) { session in
          try session.modify(id) { recording in
            // `change` must run only once.
            session.disableRetries()
            try change(&recording)
          }
        }
      },
      trash: { ids, date in
        try await library.changeOnFullDisk(ids) { try $0.trash(ids, at: date) }
      },
      restore: { ids in try await library.change(ids) { try $0.restore(ids) } },
      deletePermanently: { ids in
        try await library.change(ids) { try $0.deletePermanently(ids) }
      },
      deletePermanentlyFreeingSpace: { ids, remove in
        let removed = try await library.deletePermanently(ids, freeing: remove)
        library.changes.send(.recordings(Set(ids)))
        return removed
      },
      audioFileNames: { try await library.read { try $0.audioFileNames() } },
      tagCounts: { try await library.read(for: .statistics) { try $0.tagCounts() } },
      transcription: { id in try await library.read { try $0.transcription(of: id) } },
      firstWords: { ids in try await library.read { try $0.firstWords(of: ids) } },
      editTranscription: { id, edit in
        try await library.changeMemo(of: id) { try $0.edit(id, with: edit) }
      },
      editSpeakers: { id, edit in
        try await library.changeMemo(of: id) { try $0.edit(id, with: edit) }
      },
      search: { query in try await library.read(for: .search) { try $0.search(query) } },
      searchCount: { query in
        try await library.read(for: .search) { try $0.searchCount(query) }
      },
      wordStatistics: { count in
        try await library.read(for: .statistics) { try $0.wordStatistics(mostFrequent: count) }
      },
      repairs: { try await library.read { try $0.repairs() } },
      processedFiles: { try await library.read { try $0.processedFiles() } },
      saveProcessedFile: { file in
        try await library.write(notifying: false) { try $0.saveProcessed(file) }
      },
      library: { url in library.library(at: url) },
      checkFile: { try library.checkFile() },
      close: { await library.close() },
      integrityProblems: {
        try await library.read(for: .integrityCheck) { try $0.integrityProblems() }
      })
    client.languages = { try await library.read { try $0.languages() } }
    return client
  }
}
