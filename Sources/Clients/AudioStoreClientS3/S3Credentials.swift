import Foundation

/// Access keys, hidden from descriptions and dumps.
public struct S3Credentials: Equatable, Sendable {
  let keyID: String
  let secret: String
  let sessionToken: String?

  public init(keyID: String, secret: String, sessionToken: String? = nil) {
    self.keyID = keyID
    self.secret = secret
    self.sessionToken = sessionToken
  }

  init(_ variables: S3Variables, read: (URL) throws -> String?) throws {
    let keyID = variables["ACCESS_KEY_ID", "AWS_ACCESS_KEY_ID"]
    let secret = variables["SECRET_ACCESS_KEY", "AWS_SECRET_ACCESS_KEY"]
    switch (keyID, secret) {
    case (let keyID?, let secret?):
      let token = variables["SESSION_TOKEN", "AWS_SESSION_TOKEN"]
      for variable in [keyID, secret, token].compactMap(\.self) where !Self.isKey(variable.value) {
        throw S3ConfigProblem.malformedKey(variable.name)
      }
      self.init(keyID: keyID.value, secret: secret.value, sessionToken: token?.value)
    case (let keyID?, nil):
      throw S3ConfigProblem.halfKey(
        missing: keyID.name.replacing("ACCESS_KEY_ID", with: "SECRET_ACCESS_KEY"))
    case (nil, let secret?):
      throw S3ConfigProblem.halfKey(
        missing: secret.name.replacing("SECRET_ACCESS_KEY", with: "ACCESS_KEY_ID"))
    case (nil, nil):
      try self.init(fileOf: variables, read: read)
    }
  }

  private init(fileOf variables: S3Variables, read: (URL) throws -> String?) throws {
    let named = variables["CREDENTIALS", "AWS_SHARED_CREDENTIALS_FILE"]?.value
    guard let path = named ?? variables.home.map({ "\($0)/.aws/credentials" })
    else { throw S3ConfigProblem.noKeys }
    guard let text = try read(URL(fileURLWithPath: path))
    else { throw named == nil ? S3ConfigProblem.noKeys : .unreadable(path: path) }
    let profile = variables["PROFILE", "AWS_PROFILE"]?.value ?? "default"
    let values = Self.values(of: profile, in: text)
    guard let keyID = values["aws_access_key_id"], let secret = values["aws_secret_access_key"]
    else { throw S3ConfigProblem.noProfile(profile, path: path) }
    for name in values.keys.sorted()
    where name.hasPrefix("aws_") && !Self.isKey(values[name] ?? "") {
      throw S3ConfigProblem.malformedKey("\(name) in \(path)")
    }
    self.init(keyID: keyID, secret: secret, sessionToken: values["aws_session_token"])
  }

  private static func isKey(_ text: String) -> Bool {
    text.utf8.allSatisfy { (UInt8(ascii: "!")...UInt8(ascii: "~")).contains($0) }
  }

  private static func values(of profile: String, in text: String) -> [String: String] {
    var values: [String: String] = [:]
    var isInProfile = false
    for line in text.split(whereSeparator: \.isNewline) {
      let line = line.trimmingCharacters(in: .whitespaces)
      if line.hasPrefix("["), line.hasSuffix("]") {
        isInProfile = line.dropFirst().dropLast().trimmingCharacters(in: .whitespaces) == profile
      } else if isInProfile, let sign = line.firstIndex(of: "="), !line.hasPrefix("#") {
        let name = line[..<sign].trimmingCharacters(in: .whitespaces).lowercased()
        values[name] = line[line.index(after: sign)...].trimmingCharacters(in: .whitespaces)
      }
    }
    return values.filter { !$0.value.isEmpty }
  }
}

extension S3Credentials: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  public var description: String { "keys" }
  public var debugDescription: String { description }
  public var customMirror: Mirror { Mirror(self, children: []) }
}
