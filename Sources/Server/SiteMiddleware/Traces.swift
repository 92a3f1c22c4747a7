import Dependencies
import HTTPMessages
import SharedModels

extension HTTPRequest {
  private static let field = "traceparent"

  /// Adds a W3C Trace Context with the client's trace id, or a new one if it sent none.
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

  var trace: TraceID? {
    let fields = headers.values(of: Self.field)
    return fields.count == 1 ? TraceID(traceparent: fields[0]) : nil
  }
}
