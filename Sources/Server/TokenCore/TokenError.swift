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
      "there is a token of that SHA-256 under another name: make another token"
    case .noChecksum:
      "the SHA-256 of a token has 64 hexadecimal digits: leave it out to have one made"
    case .noName(let name, let reason):
      "a token cannot be named '\(name)': its name \(reason)"
    case .noScope(let name):
      "there is no scope '\(name)': use \(TokenRules.scopeNames)"
    case .nameTaken(let name):
      """
      there is a token named '\(name)': give another name, or take that one away with \
      'speechmemo tokens revoke'
      """
    case .transcriberThere(let name):
      """
      there is a transcriber named '\(name)': give another name, or take that one's token away with \
      'speechmemo libraries transcribers revoke'
      """
    }
  }
}
