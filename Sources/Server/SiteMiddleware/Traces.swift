import Dependencies
import HTTPMessages
import SharedModels

/// What names a request in all logs: W3C Trace Context.
extension HTTPRequest {
  private static let field = "traceparent"

  /// The same request with a name: its client's, if that has given it one, else a new one. And what its
  /// answer says of that.
  func traced() -> (Self, traceparent: String) {
    @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
    let (new, span) = withRandomNumberGenerator { generator in
      (TraceID.random(using: &generator), UInt64.random(in: 1 ... .max, using: &generator))
    }
    let traceparent = (trace ?? new).traceparent(span: span)
    var request = self
    request.headers[Self.field] = traceparent
    return (request, traceparent)
  }

  /// Its name, where it has one.
  var trace: TraceID? {
    let fields = headers.values(of: Self.field)
    return fields.count == 1 ? TraceID(traceparent: fields[0]) : nil
  }
}
