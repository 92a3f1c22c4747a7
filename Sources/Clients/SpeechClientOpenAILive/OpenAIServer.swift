public import FileStorage
import Foundation
import POSIX
import SpeechClient

/// A server with OpenAI's transcription API, and how it is asked.
public struct OpenAIServer: Sendable {
  /// What the paths of the API follow, without a slash at its end: `https://api.openai.com/v1`.
  public var address: String
  /// How often something is asked at most, where the server is busy or fails, or the connection breaks.
  public var attemptLimit = 4
  /// The variables that the key and the server's authority are found by.
  public var environment: [String: String]
  /// The file with the key, where the environment does not have it.
  public var keyFile: String?
  /// The longest pause that a server may ask for.
  public var pauseLimit: Duration = .seconds(120)
  /// How long a server may take for what does not depend on the length of a sound.
  public var patience: Duration = .seconds(60)

  /// - Parameters:
  ///   - address: What the paths of the API follow.
  ///   - keyFile: The file with the key, where the environment does not have it.
  ///   - environment: The variables that the key and the server's authority are found by.
  public init(
    _ address: String, keyFile: String? = nil,
    environment: [String: String] = XDGFolders.processEnvironment
  ) {
    self.address = address
    self.environment = environment
    self.keyFile = keyFile
  }

  /// Its host, and the port that the address names: what it is called where a person reads of it.
  var name: String {
    let rest = address.split(separator: "/", omittingEmptySubsequences: true).dropFirst().first
    return rest.map(String.init) ?? address
  }

  /// Whether it runs on this machine, so that what is said stays here.
  var isOnThisMachine: Bool {
    ["localhost", "[::1]"].contains { name == $0 || name.hasPrefix($0 + ":") }
      || name.hasPrefix("127.")
  }

  /// The file with authorities that count in the place of the system's; `nil` for the system's.
  var authorities: String? {
    environment["SPEECHMEMO_ENGINE_CA"].flatMap { $0.isEmpty ? nil : path($0) }
  }

  private func path(_ text: String) -> String {
    XDGFolders(environment: environment).url(of: text).path
  }
}

// MARK: - The key

extension OpenAIServer {
  static let keyVariable = "SPEECHMEMO_ENGINE_KEY"

  /// Longer than any key.
  private static let keyLimit = 4096

  /// What the server is to be shown; `nil` where there is none.
  ///
  /// - Throws: ``SpeechClient/SpeechClient/Failure`` where the key cannot be read, or others can read it.
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

  /// - Throws: What the system says, `EPERM` for a file that others may read.
  private static func bytes(ofPrivateFile path: String) throws(SystemError) -> [UInt8] {
    // Whatever stands there, it is not waited for.
    let file = try Descriptor(path, O_RDONLY | O_NONBLOCK)
    let status = try file.status()
    guard isPrivate(status)
    else { throw SystemError(code: EPERM) }
    return status.st_mode & S_IFMT == S_IFREG ? try file.read(upTo: keyLimit) : []
  }

  /// A key is one word: with a line break in it, it would be more than the header that it stands in.
  private static func checked(_ text: String, from place: String) throws -> String {
    guard !text.isEmpty, text.utf8.count < keyLimit, text.utf8.allSatisfy({ (0x21...0x7e) ~= $0 })
    else {
      throw SpeechClient.Failure.engine(
        message: "no valid key for the speech server in \(place)",
        hint: "the key must be a single word of letters, digits and symbols")
    }
    return text
  }

  /// Where the key comes from, for a person who wonders.
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
