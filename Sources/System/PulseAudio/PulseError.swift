import Cpulse

/// Why the sound server did not do what it was asked to.
public enum PulseError: Error, Equatable, Sendable {
  /// The server does not let us in.
  case accessDenied
  /// The device of a stream went away, or the server took it from us.
  case deviceLost
  /// No server answers.
  case noServer(reason: String)
  /// There is no such device.
  case noSuchDevice
  /// The server refuses something else; `reason` is its library's text.
  case refused(reason: String)
  /// The connection to the server broke.
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
