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
      addToken: { token, sha256 in
        // The secret is generated here; the server gets only its hash.
        try await server.succeeds(
          .tokens(
            .add(TokenRequest(name: token.name, scopes: token.scopes.names, sha256: sha256))),
          unless: .conflict)
      },
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
