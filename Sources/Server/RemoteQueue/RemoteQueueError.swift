/// Why nothing can be had of a server's queue, whatever one waits for. Each description is a line for
/// a person.
public enum RemoteQueueError: Error, Equatable, CustomStringConvertible {
  /// It serves no database with many libraries.
  case noQueue(server: String)
  /// The token is not one for this.
  case refused(server: String, detail: String)
  /// It does not know the token.
  case unknownToken(server: String)

  public var description: String {
    switch self {
    case .noQueue(let server):
      """
      \(server) has nothing to be transcribed for others: it must be a 'speechmemo serve' of this \
      version, with --database
      """
    case .refused(let server, let detail):
      "\(server): \(detail)"
    case .unknownToken(let server):
      """
      \(server) does not know this token: make one by 'speechmemo libraries transcribers add NAME', \
      where the database is, and give it in --token-file or SPEECHMEMO_TOKEN
      """
    }
  }
}
