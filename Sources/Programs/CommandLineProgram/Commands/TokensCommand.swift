import ApiClient
import ArgumentParsing
import DatabaseClient
import Dependencies
import Foundation
import Styleguide
import TerminalClient
import TokenCore

extension TerminalClient {
  func list(
    _ tokens: [AccessToken], showsScopes: Bool = false, ifEmpty text: String
  ) throws {
    let ink = Ink(self)
    let rows = TokenTree(tokens).rows.map { depth, token in
      (name: String(repeating: "  ", count: depth) + token.name.printable, token: token)
    }
    let width = rows.map(\.name.columns).max() ?? 0
    let scopesWidth = tokens.map { $0.scopes.names.joined(separator: ",").columns }.max() ?? 0
    var time = LocalTime()
    for (name, token) in rows {
      let scopes = token.scopes.names
      let shownScopes = scopes.joined(separator: ",").padded(to: scopesWidth) + "  "
      var facts = [token.lastUsedAt.map { "used \(time.text(for: $0))" } ?? "never used"]
      if let date = token.expiresAt { facts.append("expires \(time.text(for: date))") }
      try line(
        name.padded(to: width) + "  " + (showsScopes ? shownScopes : "")
          + ink.dim(facts.joined(separator: ", ")),
        json: [
          "name": token.name, "scopes": showsScopes ? scopes : nil,
          "createdAt": token.createdAt, "expiresAt": token.expiresAt,
          "kind": showsScopes ? token.kind.rawValue : nil, "lastUsedAt": token.lastUsedAt,
          "parent": token.parent,
        ])
    }
    if tokens.isEmpty { hint(text) }
  }

  func noteRevocation(of name: String) throws {
    try note("revoked '\(name.printable)'", json: ["event": "revoked", "name": name])
  }
}

extension CommandTable {
  static let tokenName = Parameter<String>.argument(
    "NAME", help: "The token's name, such as that of the machine that uses it.",
    check: TokenRules.problem)

  static let tokens: Command = {
    let scopes = Parameter<[String]>.options(
      "scope", placeholder: "SCOPE",
      help: """
        What the token allows, separated by commas: read (the default), write, transcribe, keep \
        (store what the OpenAI-compatible API transcribes), admin.
        """,
      check: {
        (try? TokenRules.scopes(named: $0.listed)) == nil
          ? "must be \(TokenRules.scopeNames)" : nil
      })
    let expires = Parameter<Duration?>.option(
      "expires", placeholder: "TIME",
      help: "How long the token is valid, such as 90d or 12h. By default it doesn't expire.",
      check: {
        TokenRules.lifetimes.contains($0 / .seconds(1)) ? nil : "must be from 1m to 3660d"
      })
    let page = Parameter<String?>.option(
      "page", placeholder: "URL",
      help: """
        Print a link that signs a browser in to the web page at this address and, in a terminal, a \
        QR code for phones. The scopes are then read,write,transcribe by default.
        """,
      check: { text in
        do throws(ServerAddress.Invalid) {
          _ = try ServerAddress(text)
          return nil
        } catch {
          return error.description
        }
      })
    let add = Command(
      "add", summary: "Create a token and print it", options: [scopes, expires, page],
      arguments: [tokenName]
    ) { arguments in
      let given = arguments[scopes].flatMap(\.listed)
      let ofPage = arguments[page] == nil ? [] : ["read", "write", "transcribe"]
      try await addToken(
        arguments[tokenName], try TokenRules.scopes(named: given.isEmpty ? ofPage : given),
        expires: arguments[expires], page: try arguments[page].map { try ServerAddress($0) })
    }
    let list = Command(
      "list", summary: "List tokens and when they were last used",
      discussion: """
        Below a token are the browsers that it has signed in. They end with it, and after 90 days \
        without use.
        """
    ) { _ in
      @Dependency(\.database.access) var access
      @Dependency(\.terminal) var terminal
      try terminal.list(
        try await access.tokens(), showsScopes: true,
        ifEmpty: "This library has no tokens. 'speechmemo tokens add NAME' creates one.")
    }
    let revoke = Command(
      "revoke", summary: "Revoke a token and sign out the browsers below it",
      arguments: [tokenName]
    ) { arguments in
      @Dependency(\.database.access) var access
      @Dependency(\.terminal) var terminal
      let name = arguments[tokenName]
      guard try await access.removeToken(name: name)
      else {
        throw CommandFailure(
          """
          this library has no token named '\(name.printable)': 'speechmemo tokens list' shows all \
          tokens
          """)
      }
      try terminal.noteRevocation(of: name)
    }
    return Command(
      "tokens", summary: "Manage access tokens for 'serve'", subcommands: [add, list, revoke],
      run: list.run)
  }()

  private static func addToken(
    _ name: String, _ scopes: Set<AccessScope>, expires lifetime: Duration?, page: ServerAddress?
  ) async throws {
    @Dependency(\.date.now) var now
    @Dependency(\.terminal) var terminal
    let expiresAt = try TokenRules.expiry(after: lifetime.map { $0 / .seconds(1) }, from: now)
    let text = try await TokenIssuer().add(named: name, scopes: scopes, expiresAt: expiresAt)
    let address = page.map { "\($0.base)/#token=\(text)" }
    if let address, !terminal.isJSON, terminal.canDraw(on: .error) {
      do {
        terminal.note(try QRCode(address).lines.joined(separator: "\n"))
      } catch {
        terminal.note("cannot show a QR code: \(error)")
      }
    }
    try terminal.line(
      address ?? text,
      json: [
        "event": "added", "address": address, "expiresAt": expiresAt, "name": name,
        "scopes": scopes.names, "token": text,
      ])
    var time = LocalTime()
    let expiry = expiresAt.map { " It expires \(time.text(for: $0))." } ?? ""
    terminal.hint(
      """
      Scopes of '\(name.printable)': \(scopes.names.joined(separator: ", ")).\(expiry) Save the \
      token now: it cannot be shown again.
      """)
  }
}

extension String {
  fileprivate var listed: [String] {
    split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}
