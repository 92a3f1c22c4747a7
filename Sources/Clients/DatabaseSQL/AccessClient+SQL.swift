import DatabaseClient

extension AccessClient {
  static func live(_ library: some SQLLibrary) -> Self {
    Self(
      tokens: { try await library.read { try $0.accessTokens() } },
      addToken: { token, sha256 in
        try await library.write { try $0.add(token, sha256: sha256) }
      },
      addSession: { session, sha256, creator in
        try await library.write { try $0.addSession(session, sha256: sha256, by: creator) }
      },
      removeToken: { name in
        try await library.write { try $0.removeAccessToken(named: name) }
      },
      token: { sha256, date in try await library.accessToken(sha256: sha256, usedAt: date) },
      links: { id in try await library.read { try $0.shareLinks(of: id) } },
      addLink: { link, sha256 in
        try await library.write { try $0.add(link, sha256: sha256) }
      },
      removeLink: { id, memo in
        try await library.write { try $0.removeShareLink(id, of: memo) }
      },
      sharedMemo: { sha256, date in
        try await library.read { try $0.sharedMemo(sha256: sha256, at: date) }
      })
  }
}
