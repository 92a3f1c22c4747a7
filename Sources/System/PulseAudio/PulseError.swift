import Cpulse

public enum PulseError: Error, Equatable, Sendable {
  case accessDenied
  case deviceLost
  case noServer(reason: String)
  case noSuchDevice
  case refused(reason: String)
  case serverLost

  init(code: Int32) {
    let reason = String(cString: pa_strerror(code))
    switch pa_error_code(rawValue: UInt32(max(0, code))) {
    case PA_ERR_ACCESS, PA_ERR_AUTHKEY: self = .accessDenied
    case PA_ERR_CONNECTIONREFUSED, PA_ERR_INVALIDSERVER, PA_ERR_TIMEOUT, PA_ERR_NODATA:
      self = .noServer(reason: reason)
    case PA_ERR_CONNECTIONTERMINATED: self = .serverLost
    case PA_ERR_KILLED: self = .deviceLost
    case PA_ERR_NOENTITY: self = .noSuchDevice
    default: self = .refused(reason: reason)
    }
  }
}
