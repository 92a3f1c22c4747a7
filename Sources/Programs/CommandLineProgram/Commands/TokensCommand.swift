import ApiClient
import ArgumentParsing
import DatabaseClient
import Dependencies
import Foundation
import QRCode
import Styleguide
import TerminalClient
import TokenCore

enum TokensCommand {
  /// Creates a token and prints it. It can't be shown again. `page` adds a sign-in link.
  static func add(
    _ name: String, scopes: Set<AccessScope>, page: ServerAddress?, json: Bool
  ) async throws {
    @Dependency(\.terminal) var terminal
    let text = try await TokenIssuer().add(named: name, scopes: scopes)
    let address = page.map { "\($0.base)/#token=\(text)" }
    if json {
      try terminal.json(
        Added(address: address, name: name, scopes: scopes.names, token: text))
    } else {
      if let address, terminal.canDraw(on: .error) {
        do {
          terminal.note(try QRCode(address).lines.joined(separator: "\n"))
        } catch {
          terminal.note("cannot show a QR code: \(error)")
        }
      }
      try terminal.line(address ?? text)
      terminal.note(
        """
        Scopes of '\(name.printable)': \(scopes.names.joined(separator: ", ")). Save the token now: \
        it cannot be shown again.
        """)
    }
  }

  static func list(json: Bool) async throws {
    @Dependency(\.database) var database
    @Dependency(\.terminal) var terminal
    @Dependency(\.timeZone) var timeZone
    let tokens = try await database.accessTokens()
    let ink = Ink(terminal)
    let width = tokens.map(\.name.printable.columns).max() ?? 0
    var time = LocalTime(timeZone: timeZone)
    for token in tokens {
      if json {
        try terminal.json(Listed(token))
        continue
      }
      let name = token.name.printable.padded(to: width)
      let used = token.lastUsedAt.map { "used \(time.text(for: $0))" } ?? "never used"
      try terminal.line(
        "\(name)  \(token.scopes.names.joined(separator: ",")) \(ink.dim(used))"
      )
    }
    if tokens.isEmpty, !json {
      terminal.note("This library has no tokens. 'speechmemo tokens add NAME' creates one.")
    }
  }

  static func revoke(_ name: String, json: Bool) async throws {
    @Dependency(\.database) var database
    @Dependency(\.terminal) var terminal
    guard try await database.removeAccessToken(name: name)
    else {
      throw CommandFailure(
        "this library has no token named '\(name.printable)': 'speechmemo tokens list' shows all tokens"
      )
    }
    if json {
      try terminal.json(Revoked(name: name))
    } else {
      terminal.note("revoked '\(name.printable)'")
    }
  }

  private struct Added: Encodable {
    var event = "added"
    let address: String?
    let name: String
    let scopes: [String]
    let token: String
  }

  private struct Revoked: Encodable {
    var event = "revoked"
    let name: String
  }

  private struct Listed: Encodable {
    let name: String
    let scopes: [String]
    let createdAt: Date
    let lastUsedAt: Date?

    init(_ token: AccessToken) {
      name = token.name
      scopes = token.scopes.names
      createdAt = token.createdAt
      lastUsedAt = token.lastUsedAt
    }
  }
}

extension CommandTable {
  static let tokens: Command = {
    let name = Parameter<String>.argument(
      "NAME", help: "The token's name, such as that of the machine that uses it.",
      check: TokenRules.problem)
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
    return Command(
      "tokens", summary: "Manage access tokens for 'serve'",
      subcommands: [
        Command(
          "add", summary: "Create a token and print it", options: [scopes, page],
          arguments: [name]
        ) { arguments in
          let given = arguments[scopes].flatMap(\.listed)
          let ofPage = arguments[page] == nil ? [] : ["read", "write", "transcribe"]
          try await TokensCommand.add(
            arguments[name],
            scopes: try TokenRules.scopes(named: given.isEmpty ? ofPage : given),
            page: try arguments[page].map { text in try ServerAddress(text) },
            json: arguments[json])
        },
        Command("list", summary: "List tokens and when they were last used") { arguments in
          try await TokensCommand.list(json: arguments[json])
        },
        Command(
          "revoke", summary: "Revoke a token", arguments: [name]
        ) { arguments in
          try await TokensCommand.revoke(arguments[name], json: arguments[json])
        },
      ]
    ) { arguments in
      try await TokensCommand.list(json: arguments[json])
    }
  }()
}

extension String {
  fileprivate var listed: [String] {
    split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }
}
