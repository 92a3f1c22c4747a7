import ConcurrencyExtras

extension AccessClient {
  static func inMemory(_ database: MemoryDatabase) -> Self {
    let library = database.library
    return Self(
      tokens: {
        library.withValue { $0.accessTokens.values.sorted { $0.name < $1.name } }
      },
      addToken: { token, sha256 in library.withLock { $0.add(token, sha256: sha256) } },
      addSession: { session, sha256, creator in
        try library.withLock { try $0.addSession(session, sha256: sha256, by: creator) }
      },
      removeToken: { name in library.withLock { $0.removeToken(named: name) } },
      token: { sha256, date in library.withLock { $0.token(sha256: sha256, usedAt: date) } },
      links: { id in library.withValue { $0.shareLinks(of: id) } },
      addLink: { link, sha256 in try library.withLock { try $0.add(link, sha256: sha256) } },
      removeLink: { id, memo in library.withLock { $0.removeShareLink(id, of: memo) } },
      sharedMemo: { sha256, date in
        library.withValue { $0.sharedMemo(sha256: sha256, at: date) }
      })
  }
}
