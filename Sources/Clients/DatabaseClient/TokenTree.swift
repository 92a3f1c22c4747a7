public import Foundation

/// A library's tokens with the sessions below them. A token ends with its parent.
public struct TokenTree: Sendable {
  /// The most sessions below a token, including those that sign-in codes began.
  public static let sessionLimit = 50

  private let tokens: [String: AccessToken]

  public init(_ tokens: [AccessToken]) {
    self.tokens = Dictionary(tokens.map { ($0.name, $0) }) { $1 }
  }

  /// The earliest end in its lineage if unused; `.distantFuture` for never, `nil` if one is gone.
  public func end(of token: AccessToken) -> Date? {
    guard tokens[token.name]?.identity == token.identity
    else { return nil }
    let lineage = lineage(of: token.name)
    guard lineage.last?.parent == nil
    else { return nil }
    return lineage.compactMap(\.endsAt).min() ?? .distantFuture
  }

  public func isValid(_ token: AccessToken, at date: Date) -> Bool {
    end(of: token).map { $0 > date } ?? false
  }

  /// Each token before those below it, otherwise by name.
  public var rows: [(depth: Int, token: AccessToken)] {
    let sorted = tokens.values.sorted { $0.name < $1.name }
    let children = Dictionary(grouping: sorted) { token in
      token.parent.flatMap { tokens[$0]?.name }
    }
    func rows(below parent: String?, depth: Int) -> [(depth: Int, token: AccessToken)] {
      (children[parent] ?? []).flatMap { token in
        [(depth, token)] + rows(below: token.name, depth: depth + 1)
      }
    }
    return rows(below: nil, depth: 0)
  }

  package func lineage(of name: String) -> [AccessToken] {
    var lineage: [AccessToken] = []
    var next: String? = name
    while let token = next.flatMap({ tokens[$0] }), lineage.count < tokens.count {
      lineage.append(token)
      next = token.parent
    }
    return lineage
  }

  package struct Addition: Equatable, Sendable {
    package let session: AccessToken
    package let removed: [String]

    package func store(_ add: (AccessToken) throws -> Bool) throws -> AccessToken {
      for number in 1...100 {
        var candidate = session
        if number > 1 { candidate.name += ", \(number)" }
        if try add(candidate) { return candidate }
      }
      throw DatabaseError.conflict("the list of sign-ins")
    }
  }

  package func adding(_ session: AccessToken, by creator: AccessToken) -> Addition? {
    let lineage = lineage(of: creator.name).drop { $0.kind == .code }
    guard isValid(creator, at: session.createdAt), let parent = lineage.first
    else { return nil }
    var session = session
    session.parent = parent.name
    session.scopes.formIntersection(creator.scopes)
    session.expiresAt = [session.expiresAt, parent.expiresAt].compactMap(\.self).min()
    var removed = tokens.values.filter { token in
      token.kind != .token && token.hasEnded(at: session.createdAt)
    }.map(\.name)
    if creator.kind == .code { removed.append(creator.name) }
    if session.kind == .session {
      removed += longestUnused(below: lineage.last, sparing: lineage.map(\.name), removed)
    }
    return Addition(session: session, removed: removed)
  }

  private func longestUnused(
    below root: AccessToken?, sparing spared: [String], _ removed: [String]
  ) -> [String] {
    let sessions = tokens.values.filter { token in
      token.kind == .session && token.name != root?.name && !removed.contains(token.name)
        && lineage(of: token.name).last?.name == root?.name
    }
    return
      sessions
      .filter { !spared.contains($0.name) }
      .sorted { ($0.lastUse, $0.name) < ($1.lastUse, $1.name) }
      .prefix(max(0, sessions.count + 1 - Self.sessionLimit))
      .map(\.name)
  }
}

extension AccessToken {
  fileprivate var lastUse: Date { lastUsedAt ?? createdAt }
}
