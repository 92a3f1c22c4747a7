/// Permanent failures of a server's queue. Each description is one line for the user.
public enum RemoteQueueError: Error, Equatable, CustomStringConvertible {
  case noQueue(server: String)
  case refused(server: String, detail: String)
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
