public import ServerRouter

public enum ApiError: Error, Equatable, CustomStringConvertible {
  case incompatibleServer(server: String, reason: String)
  case localOnly(what: String)
  case problem(server: String, ServerProblem)
  case unreachable(server: String, reason: String, isTransient: Bool)
  case untrusted(server: String, reason: String)

  public var description: String {
    switch self {
    case .incompatibleServer(let server, let reason):
      """
      \(server) is not a SpeechMemo server, or its version is incompatible (\(reason)): check the \
      address and both versions
      """
    case .localOnly(let what):
      "\(what) works only on the machine that has the library: run it there, without --server"
    case .problem(let server, let problem):
      switch problem.status {
      case .unauthorized:
        """
        \(server) does not accept this token: create one there with 'speechmemo tokens add NAME \
        --scope read,write,transcribe' and set SPEECHMEMO_TOKEN to it
        """
      case .forbidden: "\(server): \(problem.detail)"
      default: problem.detail
      }
    case .unreachable(let server, let reason, _):
      "\(server) cannot be reached (\(reason)): check its address and that it is running"
    case .untrusted(let server, let reason):
      """
      the certificate of \(server) is not trusted (\(reason)): if it is your own, set \
      SPEECHMEMO_SERVER_CA to its file
      """
    }
  }

  public var isTransient: Bool {
    switch self {
    case .incompatibleServer, .localOnly, .untrusted: false
    case .problem(_, let problem):
      [.locked, .serviceUnavailable, .tooManyRequests].contains(problem.status)
    case .unreachable(_, _, let isTransient): isTransient
    }
  }
}
