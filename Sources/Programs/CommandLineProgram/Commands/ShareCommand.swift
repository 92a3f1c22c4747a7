import ApiClient
import ArgumentParsing
import DatabaseClient
import Dependencies
import Foundation
import ServerRouter
import SharedModels
import Styleguide
import TerminalClient
import TokenCore

private struct ShareCommand {
  let arguments: ParsedArguments

  @Dependency(\.database) private var database
  @Dependency(\.isRemote) private var isRemote
  @Dependency(\.serverAddress) private var serverAddress
  @Dependency(\.terminal) private var terminal

  init(_ arguments: ParsedArguments) {
    self.arguments = arguments
  }

  /// The secret can't be shown again.
  func add(days: Int?, at address: ServerAddress?) async throws {
    let memo = try await arguments.memo()
    let lifetime = days.map { Double($0) * 86_400 } ?? LinkIssuer.defaultLifetime
    let (link, secret) = try await LinkIssuer().add(for: memo.id, lifetime: lifetime)
    let server = address ?? serverAddress
    let text = (server?.base ?? "") + SharedRoute.path(with: secret)
    try terminal.line(text, json: object(link, of: memo, event: "shared", text: text))
    let place =
      server == nil ? "Put the address of 'speechmemo serve' in front of this path. " : ""
    var time = LocalTime()
    terminal.hint(
      """
      \(place)Anyone with the link can open '\(memo.title.printable)' until \
      \(time.text(for: link.expiresAt)). Save it now: it cannot be shown again.
      """)
  }

  func list() async throws {
    let memo = try await arguments.memo()
    var links = try await database.access.links(of: memo.id)
    // A server lists active links only, by its clock.
    if !isRemote {
      let now = try await database.currentDate()
      links.removeAll { $0.expiresAt <= now }
    }
    var time = LocalTime()
    for link in links {
      try terminal.line(
        """
        \(link.id.text)  created \(time.text(for: link.createdAt)), \
        expires \(time.text(for: link.expiresAt))
        """, json: object(link, of: memo))
    }
    if links.isEmpty { terminal.hint("'\(memo.title.printable)' has no active links.") }
  }

  func revoke(_ wanted: String) async throws {
    // Includes the trash: a restored memo's links would work again.
    let memo = try await arguments.memo(in: nil)
    let links = try await database.access.links(of: memo.id).filter {
      wanted == "all" || $0.id.text.hasPrefix(wanted.lowercased())
    }
    guard !links.isEmpty, links.count == 1 || wanted == "all"
    else {
      throw CommandFailure(
        links.isEmpty
          ? """
          '\(memo.title.printable)' has no link '\(wanted.printable)': 'speechmemo share MEMO --list' \
          lists its links
          """
          : "'\(wanted.printable)' matches \(links.count.grouped) links; give more of the id, or all"
      )
    }
    for link in links where try await database.access.removeLink(id: link.id, of: memo.id) {
      try terminal.note(
        "revoked link \(link.id.text) of '\(memo.title.printable)'",
        json: object(link, of: memo, event: "revoked"))
    }
  }

  private func object(
    _ link: ShareLink, of memo: Recording, event: String? = nil, text: String? = nil
  ) -> JSONObject {
    [
      "event": event, "id": link.id.text, "memo": memo.id.text, "title": memo.title,
      "createdAt": link.createdAt, "expiresAt": link.expiresAt, "link": text,
    ]
  }
}

extension CommandTable {
  static let share: Command = {
    let days = Parameter<Int?>.option(
      "days", placeholder: "N", help: "How many days the link is valid. Default: 7.",
      check: within(1...366))
    let address = Parameter<String?>.option(
      "at", placeholder: "URL",
      help: "The server's address, to print a complete link, such as https://home.example.",
      check: {
        (try? ServerAddress($0)) == nil ? "must be an address such as https://home.example" : nil
      })
    let list = Parameter.flag("list", help: "List the memo's active links.")
    let revoke = Parameter<String?>.option(
      "revoke", placeholder: "LINK",
      help: "Revoke the link with this id, which --list shows; all revokes every link.",
      check: { $0.isEmpty ? "must be the id of a link, or all" : nil })
    return Command(
      "share", summary: "Create a link that gives access to one memo without a token",
      discussion: """
        The link shows the memo's title, date, transcript and audio, and nothing else of the library. \
        It works while 'speechmemo serve' runs and can be reached. The link is printed only once, \
        because the library stores only its checksum.
        """,
      options: [days, address, list, revoke], arguments: [id]
    ) { arguments in
      let command = ShareCommand(arguments)
      let wants = arguments[days] != nil || arguments[address] != nil
      guard
        [wants, arguments[list], arguments[revoke] != nil].count(where: \.self) <= 1
      else {
        throw arguments.usageError(
          "--list and --revoke cannot be combined, nor used with --days or --at")
      }
      if let link = arguments[revoke] {
        try await command.revoke(link)
      } else if arguments[list] {
        try await command.list()
      } else {
        try await command.add(
          days: arguments[days], at: try arguments[address].map { try ServerAddress($0) })
      }
    }
  }()
}
