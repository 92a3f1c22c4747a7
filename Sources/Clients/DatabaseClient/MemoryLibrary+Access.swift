import Foundation

extension MemoryLibrary {
  var tokenTree: TokenTree { TokenTree(Array(accessTokens.values)) }

  mutating func add(_ token: AccessToken, sha256: String) -> Bool {
    guard accessTokens[sha256] == nil,
      !accessTokens.values.contains(where: { $0.name == token.name })
    else { return false }
    accessTokens[sha256] = token
    return true
  }

  mutating func addSession(
    _ session: AccessToken, sha256: String, by creator: AccessToken
  ) throws -> AccessToken? {
    guard let addition = tokenTree.adding(session, by: creator)
    else { return nil }
    for name in addition.removed { _ = removeToken(named: name) }
    return try addition.store { add($0, sha256: sha256) }
  }

  mutating func removeToken(named name: String) -> Bool {
    let count = accessTokens.count
    let tree = tokenTree
    accessTokens = accessTokens.filter { _, token in
      !tree.lineage(of: token.name).contains { $0.name == name }
    }
    return accessTokens.count < count
  }

  mutating func token(sha256: String, usedAt date: Date) -> AccessToken? {
    guard let token = accessTokens[sha256], tokenTree.isValid(token, at: date)
    else { return nil }
    if token.shouldRecordUse(at: date) { accessTokens[sha256]?.lastUsedAt = date }
    return accessTokens[sha256]
  }
}
