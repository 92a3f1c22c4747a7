import ApiClient
import DatabaseClient
import POSIX
import ServerRouter
import SharedModels
import Tagged

/// The transcripts of a remote library. Clients edit them by id, and the server by their memos.
final class RemoteTranscripts: Sendable {
  /// An edit is made from a transcript that was read before.
  private let memos = Mutex<[Transcription.ID: Recording.ID]>([:])
  private let server: ServerConnection

  init(_ server: ServerConnection) {
    self.server = server
  }

  @Sendable
  func transcription(of id: Recording.ID) async throws -> Transcription? {
    let found: Transcription? = try await server.valueIfFound(
      .memos(.memo(id, .transcript(nil))))
    if let found { memos.withLock { $0[found.id] = id } }
    return found
  }

  @Sendable
  func edit(_ id: Transcription.ID, with edit: TranscriptionEdit) async throws {
    let memo = try memo(of: id)
    try await server.changeText(
      of: memo, .editTranscript(.segments(edit, of: id)), notFound: Self.name)
  }

  @Sendable
  func edit(_ id: Transcription.ID, with edit: SpeakerEdit) async throws {
    let memo = try memo(of: id)
    try await server.changeText(
      of: memo, .editSpeakers(SpeakerChange(edit, of: id)), notFound: Self.name)
  }

  private func memo(of id: Transcription.ID) throws -> Recording.ID {
    guard let memo = memos.withLock({ $0[id] })
    else { throw DatabaseError.notFound(Self.name) }
    return memo
  }

  private static let name = "the transcript"
}
