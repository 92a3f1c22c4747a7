import Dependencies
import HTTPMessages
import SharedModels

/// Adds a W3C Trace Context with the client's trace id, or a new one, to the request and response.
@Sendable
func addTrace(_ request: HTTPRequest, _ next: Responder) async throws -> HTTPResponse {
  @Dependency(\.withRandomNumberGenerator) var withRandomNumberGenerator
  let (new, span) = withRandomNumberGenerator { generator in
    (TraceID.random(using: &generator), UInt64.random(in: 1 ... .max, using: &generator))
  }
  let traceparent = (request.trace ?? new).traceparent(span: span)
  var request = request
  request.headers["traceparent"] = traceparent
  var response = try await next(request)
  response.headers["traceparent"] = traceparent
  return response
}

extension HTTPRequest {
  var trace: TraceID? {
    let fields = headers.values(of: "traceparent")
    return fields.count == 1 ? TraceID(traceparent: fields[0]) : nil
  }
}
