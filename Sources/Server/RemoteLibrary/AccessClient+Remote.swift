import ApiClient
import DatabaseClient
import Foundation
import ServerRouter

extension AccessClient {
  static func remote(_ server: ServerConnection) -> Self {
    Self(
      tokens: {
        try await server.value(.tokens(.list), as: TokenList.self).tokens.map(\.value)
      },
      addToken: { token, sha256 in try await server.add(token, sha256: sha256) },
      addSession: { _, _, _ in throw ApiError.localOnly(what: "signing browsers in") },
      removeToken: { name in
        try await server.succeeds(.tokens(.remove(name)), unless: .notFound)
      },
      token: { _, _ in throw ApiError.localOnly(what: "opening the library with tokens") },
      links: { id in
        try await server.value(.memos(.memo(id, .links)), as: LinkList.self).links.compactMap {
          $0.link(to: id)
        }
      },
      addLink: { link, sha256 in
        try await server.succeeds(
          .memos(
            .memo(
              link.memo,
              .addLink(
                LinkRequest(
                  expiresIn: link.expiresAt.timeIntervalSince(link.createdAt),
                  id: link.id.rawValue, sha256: sha256)))), unless: .conflict)
      },
      removeLink: { link, id in
        try await server.succeeds(.memos(.memo(id, .removeLink(link))), unless: .notFound)
      },
      sharedMemo: { _, _ in throw ApiError.localOnly(what: "opening memos with links") })
  }
}

extension ServerConnection {
  /// Generates the secret here; the server gets only its hash.
  fileprivate func add(_ token: AccessToken, sha256: String) async throws -> Bool {
    let lifetime = token.expiresAt?.timeIntervalSince(token.createdAt).rounded()
    let request = TokenRequest(
      name: token.name, scopes: token.scopes.names, expiresIn: lifetime, sha256: sha256)
    do {
      let added = try await value(.tokens(.add(request)), as: AddedToken.self)
      guard lifetime == nil || added.expiresAt != nil
      else {
        // A server of an earlier version has made a token that doesn't expire.
        do {
          try await perform(.tokens(.remove(token.name)))
        } catch {
          throw ApiError.incompatibleServer(
            server: address.base,
            reason: """
              it cannot create tokens that expire, and its token '\(token.name)', which never expires, \
              could not be removed: revoke it there
              """)
        }
        throw ApiError.incompatibleServer(
          server: address.base, reason: "it cannot create tokens that expire")
      }
      return true
    } catch let ApiError.problem(_, problem) where problem.status == .conflict {
      return false
    }
  }
}
