/// Why a token was not made.
public enum TokenError: Error, Equatable, CustomStringConvertible {
  /// Another one is the same.
  case checksumTaken
  /// What was given for a checksum is none.
  case noChecksum
  /// It cannot be called that, and why.
  case noName(String, reason: String)
  /// There is no scope of that name.
  case noScope(String)
  /// Another one has the name.
  case nameTaken(String)
  /// Another transcriber has the name.
  case transcriberThere(String)

  public var description: String {
    switch self {
    case .checksumTaken:
      "a token with that SHA-256 already exists: generate another token"
    case .noChecksum:
      "the SHA-256 must have 64 hexadecimal digits: omit it to let the server generate the token"
    case .noName(let name, let reason):
      "a token cannot be named '\(name)': its name \(reason)"
    case .noScope(let name):
      "unknown scope '\(name)': use \(TokenRules.scopeNames)"
    case .nameTaken(let name):
      """
      a token named '\(name)' already exists: choose another name, or revoke it with \
      'speechmemo tokens revoke'
      """
    case .transcriberThere(let name):
      """
      a transcriber named '\(name)' already exists: choose another name, or revoke its token \
      with 'speechmemo libraries transcribers revoke'
      """
    }
  }
}
