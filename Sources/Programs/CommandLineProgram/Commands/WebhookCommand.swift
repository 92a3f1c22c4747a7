import DatabaseClient
import Dependencies
import ExportFilesClient
import Foundation
import LibraryFolder
import NetworkAddresses
import SharedModels
import Styleguide
import TerminalClient
import WebhookClient
import WebhookCore

struct WebhookCommand {
  var value: String?

  static let help = """
    An http or https address that receives a POST for each saved memo and each finished or failed \
    transcription, signed as www.standardwebhooks.com describes; none; or test, which sends a test \
    event and shows the response. Setting the address creates and shows a new secret that verifies \
    the signatures. An event that is not accepted is retried for a week, by later commands and by \
    the app, at intervals that grow from 5 seconds to an hour.
    """

  @Dependency(\.database) private var database
  @Dependency(\.exportFiles) private var files
  @Dependency(\.libraryFolder) private var folder
  @Dependency(\.terminal) private var terminal

  func run() async throws {
    let value = value?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    switch value.lowercased() {
    case "": try show(try await current())
    case "none":
      // Doesn't create a library to remove a webhook.
      if try await current() != nil || WebhookSetting().isConfigured {
        try await WebhookSetting().remove()
      }
      try show(nil)
    case "test":
      try database.checkFile()
      try await test()
    default:
      try database.checkFile()
      try await set(value)
    }
  }

  func showInList(width: Int) async throws {
    try show(
      WebhookSetting().isConfigured ? try await WebhookSetting().current() : nil, width: width)
  }

  private func show(_ webhook: Webhook?, width: Int = WebhookCommand.name.count) throws {
    let url = webhook?.url.absoluteString ?? "none"
    try terminal.line(
      "\(Self.name.padded(to: width))  \(url.printable)",
      json: [
        "setting": Self.name, "value": url, "isDefault": webhook == nil,
        "waiting": webhook?.waitingCount, "problem": webhook?.problem,
      ])
    let count = webhook?.waitingCount ?? 0
    let waiting =
      count == 0 ? nil : "\(count.counted("event")) waiting to be sent"
    let remark = [waiting, webhook?.problem].compactMap(\.self).joined(separator: ": ")
    if !remark.isEmpty { terminal.hint("webhook: \(remark.printable)") }
  }

  /// Doesn't create a library to show that there is no webhook.
  private func current() async throws -> Webhook? {
    let library = try await files.item(at: folder.database)
    guard library == .file || WebhookSetting().isConfigured
    else { return nil }
    return try await WebhookSetting().current()
  }

  static let name = "webhook"

  private func set(_ address: String) async throws {
    let secret: WebhookSecret
    do {
      secret = try await WebhookSetting().set(address)
    } catch let problem as WebhookSetting.Problem {
      throw CommandFailure("webhook: \(problem)")
    }
    try terminal.line(
      "webhook  \(address.printable)\nsecret   \(secret.text)",
      json: [
        "setting": Self.name, "value": address, "isDefault": false, "secret": secret.text,
      ])
    terminal.hint(
      "Save the secret now: it cannot be shown again. 'speechmemo settings webhook test' sends a test."
    )
    let parts = URLComponents(string: address)
    if parts?.scheme?.lowercased() == "http", parts?.host?.isLoopbackHost != true {
      terminal.note("Events sent over http can be read in transit: use https if you can.")
    }
  }

  private func test() async throws {
    let answer: WebhookResponse?
    do {
      answer = try await WebhookSetting().test()
    } catch let problem as WebhookSetting.Problem {
      throw CommandFailure("webhook: \(problem)")
    } catch let failure as WebhookFailure {
      throw CommandFailure("webhook: no response: \(failure)")
    }
    guard let answer
    else { throw CommandFailure("no webhook is set: 'speechmemo settings webhook URL' sets one") }
    guard answer.isSuccess
    else {
      throw CommandFailure("webhook: the receiver responded with \(answer.summary)")
    }
    try terminal.line(
      "accepted, with status \(answer.status)", json: ["taken": true, "status": answer.status])
  }
}

extension WebhookResponse {
  fileprivate var summary: String {
    let text = text.prefix(200).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return text.isEmpty ? "\(status)" : "\(status), '\(text)'"
  }
}
