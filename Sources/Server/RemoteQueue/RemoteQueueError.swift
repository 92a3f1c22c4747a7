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
      \(server) has no jobs for transcribers: it must run 'speechmemo serve' of this version with \
      --database
      """
    case .refused(let server, let detail):
      "\(server): \(detail)"
    case .unknownToken(let server):
      """
      \(server) does not accept this token: create one with 'speechmemo libraries transcribers add \
      NAME' for the database of that server, and pass it in --token-file or SPEECHMEMO_TOKEN
      """
    }
  }
}
