import ConcurrencyExtras

extension AccessClient {
  static func inMemory(_ database: MemoryDatabase) -> Self {
    let library = database.library
    return Self(
      tokens: {
        library.withValue { $0.accessTokens.values.sorted { $0.name < $1.name } }
      },
      addToken: { token, sha256 in
        library.withValue { library in
          guard library.accessTokens[sha256] == nil,
            !library.accessTokens.values.contains(where: { $0.name == token.name })
          else { return false }
          library.accessTokens[sha256] = token
          return true
        }
      },
      removeToken: { name in
        library.withValue { library in
          guard let token = library.accessTokens.first(where: { $0.value.name == name })
          else { return false }
          library.accessTokens[token.key] = nil
          return true
        }
      },
      token: { sha256, date in
        library.withValue { library in
          if library.accessTokens[sha256]?.shouldRecordUse(at: date) == true {
            library.accessTokens[sha256]?.lastUsedAt = date
          }
          return library.accessTokens[sha256]
        }
      },
      links: { id in library.withValue { $0.shareLinks(of: id) } },
      addLink: { link, sha256 in try library.withLock { try $0.add(link, sha256: sha256) } },
      removeLink: { id, memo in library.withLock { $0.removeShareLink(id, of: memo) } },
      sharedMemo: { sha256, date in
        library.withValue { $0.sharedMemo(sha256: sha256, at: date) }
      })
  }
}
