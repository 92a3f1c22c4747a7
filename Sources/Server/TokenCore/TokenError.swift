public enum TokenError: Error, Equatable, CustomStringConvertible {
  case checksumTaken
  case invalidChecksum
  case invalidLifetime
  case invalidName(String, reason: String)
  case madeBySession
  case unknownScope(String)
  case nameTaken(String)
  case transcriberExists(String)

  public var description: String {
    switch self {
    case .checksumTaken:
      "a token with that SHA-256 already exists: generate another token"
    case .invalidChecksum:
      "the SHA-256 must have 64 hexadecimal digits: omit it to let the server generate the token"
    case .invalidLifetime:
      "a token expires after 1 minute to 3660 days, or never"
    case .invalidName(let name, let reason):
      "a token cannot be named '\(name)': its name \(reason)"
    case .madeBySession:
      "a session can create neither sessions nor tokens: use a token"
    case .unknownScope(let name):
      "unknown scope '\(name)': use \(TokenRules.scopeNames)"
    case .nameTaken(let name):
      """
      a token named '\(name)' already exists: choose another name, or revoke it with \
      'speechmemo tokens revoke'
      """
    case .transcriberExists(let name):
      """
      a transcriber named '\(name)' already exists: choose another name, or revoke its token \
      with 'speechmemo libraries transcribers revoke'
      """
    }
  }
}
