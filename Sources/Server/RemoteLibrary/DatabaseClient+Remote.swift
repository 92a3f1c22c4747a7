import ApiClient
public import DatabaseClient
import Foundation
import ServerRouter
import SharedModels
import Tagged

extension DatabaseClient {
  /// A library behind a server: no job can be claimed, and local work throws `ApiError.localOnly`.
  public static func remote(_ library: RemoteLibrary, local: DatabaseClient) -> Self {
    let server = library.connection
    let changes = RemoteChanges(server)
    let memos = RemoteMemos(library)
    let transcripts = RemoteTranscripts(server)
    let upload = RemoteUpload(library)
    return Self(
      libraryID: { server.address.base },
      changes: changes.stream,
      revision: { nil },
      access: .remote(server),
      archive: .remote(memos, local: local.archive),
      history: .remote(server),
      jobs: .remote(server),
      summaries: .remote(server),
      voices: .remote(server),
      // The server calls its library's webhook itself.
      webhookEvents: WebhookEventsClient(
        webhook: { nil },
        setWebhook: { _ in throw ApiError.localOnly(what: "setting the webhook") },
        claim: { _, _ in nil },
        end: { _, _ in }),
      recordings: memos.recordings,
      recordingIDs: { prefix in
        try await server.value(.memos(.ids(prefix: prefix)), as: MemoIDs.self).ids
      },
      recordingWithChecksum: memos.recording(sha256:),
      insert: upload.send,
      insertTranscribed: { _ in throw ApiError.localOnly(what: "importing finished transcripts") },
      update: memos.update,
      modify: memos.modify,
      trash: { ids, _ in try await memos.change(ids) { .trash($0) } },
      restore: memos.restore,
      deletePermanently: memos.delete,
      deletePermanentlyFreeingSpace: { ids, _ in try await memos.delete(ids) },
      audioFileNames: {
        Set(try await server.value(.memos(.files), as: FileNames.self).files)
      },
      tagCounts: { try await server.value(.tags, as: TagList.self).value },
      transcription: transcripts.transcription,
      // They would require fetching whole transcripts.
      firstWords: { _ in [:] },
      editTranscription: transcripts.edit,
      editSpeakers: transcripts.edit,
      search: { query in try await server.search(query) },
      searchCount: { query in try await server.searchCount(query) },
      wordStatistics: { count in
        try await server.value(
          .statistics(words: count), as: WordStatisticsValue.self
        ).value
      },
      repairs: {
        try await server.value(
          .statistics(words: 0), as: WordStatisticsValue.self
        ).repairs
      },
      processedFiles: local.processedFiles,
      saveProcessedFile: local.saveProcessedFile,
      library: local.library,
      checkFile: {},
      close: local.close,
      integrityProblems: {
        try await server.value(.check, as: LibraryProblems.self).problems
      })
  }
}
