import DatabaseClient
import Foundation

extension LibraryDatabase {
  func accessToken(sha256: String, usedAt date: Date) throws -> AccessToken? {
    let token = try read { try $0.accessToken(sha256: sha256) }
    guard var token, token.shouldRecordUse(at: date)
    else { return token }
    do {
      try write { try $0.recordUse(ofTokenWith: sha256, at: date) }
      token.lastUsedAt = date
    } catch is DatabaseError {
      // On a full or locked database, clients can still read.
    }
    return token
  }
}
