import DatabaseClient
import SharedModels

extension LibraryDatabase {
  func forgetVoices(of name: String?) async throws -> VoiceErasure {
    try await run { library in
      try library.withConnection { connection in
        let hasForgotten = try library.transaction(on: connection) { session in
          let hasForgotten = try session.forgetVoices(of: name)
          if hasForgotten { try session.connection.markErasurePending() }
          return hasForgotten
        }
        guard hasForgotten
        else { return .nothing }
        let isComplete = library.truncateLog(of: connection, waiting: library.busyTimeout)
        return isComplete ? .complete : .waiting
      }
    }
  }
}
