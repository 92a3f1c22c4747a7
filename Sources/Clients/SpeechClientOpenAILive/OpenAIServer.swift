public import FileStorage
import Foundation
import NetworkAddresses
import POSIX
import SpeechClient

public struct OpenAIServer: Sendable {
  /// The base URL without a trailing slash, such as `https://api.openai.com/v1`.
  public var address: String
  public var attemptLimit = 4
  public var environment: [String: String]
  public var keyFile: String?
  public var pauseLimit: Duration = .seconds(120)
  public var timeout: Duration = .seconds(60)

  public init(
    _ address: String, keyFile: String? = nil,
    environment: [String: String] = XDGFolders.processEnvironment
  ) {
    self.address = address
    self.environment = environment
    self.keyFile = keyFile
  }

  var name: String {
    let rest = address.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first
    return rest.map(String.init) ?? address
  }

  var isOnThisMachine: Bool {
    URLComponents(string: address)?.host?.isLoopbackHost ?? false
  }

  /// A file with certificate authorities that replace the system's.
  var authorities: String? {
    environment["SPEECHMEMO_ENGINE_CA"].flatMap { $0.isEmpty ? nil : path($0) }
  }

  private func path(_ text: String) -> String {
    XDGFolders(environment: environment).url(of: text).path
  }
}

extension OpenAIServer {
  static let keyVariable = "SPEECHMEMO_ENGINE_KEY"

  private static let keyLimit = 4096

  /// Throws ``SpeechClient/SpeechClient/Failure`` if the key can't be read or others can read it.
  func key() throws -> String? {
    if let text = environment[Self.keyVariable]?.trimmingCharacters(in: .whitespacesAndNewlines),
      !text.isEmpty
    {
      return try Self.checked(text, from: Self.keyVariable)
    }
    guard let keyFile
    else { return nil }
    let path = path(keyFile)
    let shown = path.showingBytes
    do {
      let text = String(decoding: try Self.bytes(ofPrivateFile: path), as: UTF8.self)
      return try Self.checked(text.trimmingCharacters(in: .whitespacesAndNewlines), from: shown)
    } catch let error as SystemError {
      guard error.code == EPERM
      else {
        throw SpeechClient.Failure.engine(
          message:
            "the speech server's key file cannot be read: \(shown): \(error.reason)",
          hint: "run 'speechmemo settings engine-key FILE' with another file, or with 'none'")
      }
      throw SpeechClient.Failure.engine(
        message: "other users can read the speech server's key in \(shown)",
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
  private static func checked(_ text: String, from place: String) throws -> String {
    guard !text.isEmpty, text.utf8.count < keyLimit, text.utf8.allSatisfy({ (0x21...0x7e) ~= $0 })
    else {
      throw SpeechClient.Failure.engine(
        message: "no valid key for the speech server in \(place)",
        hint: "the key must be a single word of letters, digits and symbols")
    }
    return text
  }

  var keyPlace: SpeechEngineFolder? {
    if environment[Self.keyVariable]?.isEmpty == false {
      return SpeechEngineFolder(
        name: "speech server's key", path: "in the environment",
        origin: "set by \(Self.keyVariable)")
    }
    return keyFile.map {
      SpeechEngineFolder(
        name: "speech server's key", path: path($0).showingBytes, origin: "set in the settings")
    }
  }
}
