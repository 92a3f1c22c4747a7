public import FileStorage
import Foundation
import NetworkAddresses
import POSIX

public struct OpenAIServer: Sendable {
  /// The base URL without a trailing slash, such as `https://api.openai.com/v1`.
  public var address: String
  public var attemptLimit = 4
  public var environment: [String: String]
  public var keyFile: String?
  public var pauseLimit: Duration = .seconds(120)
  public let service: OpenAIService
  public var timeout: Duration = .seconds(60)

  public init(
    _ address: String, for service: OpenAIService, keyFile: String? = nil,
    environment: [String: String] = XDGFolders.processEnvironment
  ) {
    self.address = address
    self.environment = environment
    self.keyFile = keyFile
    self.service = service
  }

  public var name: String {
    let rest = address.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first
    return rest.map(String.init) ?? address
  }

  public var isOnThisMachine: Bool {
    URLComponents(string: address)?.host?.isLoopbackHost ?? false
  }

  /// A file with certificate authorities that replace the system's.
  var authorities: String? {
    environment[service.authoritiesVariable].flatMap { $0.isEmpty ? nil : path($0) }
  }

  private func path(_ text: String) -> String {
    XDGFolders(environment: environment).url(of: text).path
  }
}

extension OpenAIServer {
  private static let keyLimit = 4096

  /// Throws ``OpenAIFailure`` if the key can't be read or others can read it.
  func key() throws -> String? {
    let variable = service.keyVariable
    if let text = environment[variable]?.trimmingCharacters(in: .whitespacesAndNewlines),
      !text.isEmpty
    {
      return try checked(text, from: variable)
    }
    guard let keyFile
    else { return nil }
    let path = path(keyFile)
    let shown = path.showingBytes
    do {
      let text = String(decoding: try Self.bytes(ofPrivateFile: path), as: UTF8.self)
      return try checked(text.trimmingCharacters(in: .whitespacesAndNewlines), from: shown)
    } catch let error as SystemError {
      guard error.code == EPERM
      else {
        throw OpenAIFailure(
          "the \(service.name)'s key file cannot be read: \(shown): \(error.reason)",
          hint:
            "run 'speechmemo settings \(service.keySetting) FILE' with another file, or with 'none'"
        )
      }
      throw OpenAIFailure(
        "other users can read the \(service.name)'s key in \(shown)",
        hint: "run \"chmod 600 '\(shown)'\"")
    }
  }

  private static func bytes(ofPrivateFile path: String) throws(SystemError) -> [UInt8] {
    // Opening a FIFO must not block.
    let file = try Descriptor(path, O_RDONLY | O_NONBLOCK)
    let status = try file.status()
    guard isPrivate(status)
    else { throw SystemError(code: EPERM) }
    return status.st_mode & S_IFMT == S_IFREG ? try file.read(upTo: keyLimit) : []
  }

  /// A key is a single word: a line break would inject another header.
  private func checked(_ text: String, from place: String) throws -> String {
    guard !text.isEmpty, text.utf8.count < Self.keyLimit,
      text.utf8.allSatisfy({ (0x21...0x7e) ~= $0 })
    else {
      throw OpenAIFailure(
        "no valid key for the \(service.name) in \(place)",
        hint: "the key must be a single word of letters, digits and symbols")
    }
    return text
  }

  /// The key's location and the setting or variable that names it; `nil` without a key.
  public var keyPlace: (path: String, origin: String)? {
    if environment[service.keyVariable]?.isEmpty == false {
      return ("in the environment", "set by \(service.keyVariable)")
    }
    return keyFile.map { (path($0).showingBytes, "set in the settings") }
  }
}
