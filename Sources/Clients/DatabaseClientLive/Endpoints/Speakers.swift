import DatabaseClient
import SharedModels

extension LibraryDatabase {
  func forgetVoices(of name: String?) throws -> VoiceErasure {
    try withConnection { connection in
      let session = LibrarySession(connection)
      let hasForgotten = try connection.transaction {
        let hasForgotten = try session.forgetVoices(of: name)
        if hasForgotten { try session.markErasurePending() }
        return hasForgotten
      }
      guard hasForgotten
      else { return .nothing }
      return truncateLog(of: connection, waiting: busyTimeout) ? .complete : .waiting
    }
  }
}
