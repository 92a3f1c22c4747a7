import HTTPMessages
import MiddlewareHelpers

/// Compresses text for clients that accept it. Inner parts see the `ETag` of the plain version.
@Sendable
func compressText(_ request: HTTPRequest, _ next: Responder) async throws -> HTTPResponse {
  var response = try await next(request.withPlainTags)
  let compressedTag = response.headers["ETag"].flatMap(tagOfCompressed)
  if response.status == .notModified {
    response.headers.add("Vary", "Accept-Encoding")
    if let compressedTag, request.headers.list(of: "If-None-Match").contains(compressedTag) {
      response.headers["ETag"] = compressedTag
    }
    return response
  }
  guard response.isText
  else { return response }
  response.headers.add("Vary", "Accept-Encoding")
  if response.headers["Content-Encoding"] == "gzip", let compressedTag {
    response.headers["ETag"] = compressedTag
  }
  guard request.acceptsGzip, response.status != .partialContent,
    response.headers["Content-Encoding"] == nil, case .bytes(let bytes) = response.content,
    bytes.count > leastByteCount, let compressed = gzip(bytes), compressed.count < bytes.count
  else { return response }
  response.content = .bytes(compressed)
  response.headers["Content-Encoding"] = "gzip"
  if let compressedTag { response.headers["ETag"] = compressedTag }
  return response
}

/// Less is about one packet, compressed or not.
private let leastByteCount = 1_024
private let tagEnd = "-gzip\""

/// `nil` for a weak tag, which both versions share.
private func tagOfCompressed(_ tag: String) -> String? {
  tag.hasPrefix("\"") && tag.hasSuffix("\"") ? String(tag.dropLast()) + tagEnd : nil
}

extension HTTPRequest {
  fileprivate var withPlainTags: Self {
    var request = self
    for name in ["If-Match", "If-None-Match"] {
      let tags = headers.values(of: name).joined(separator: ", ")
      if tags.contains(tagEnd) {
        request.headers[name] = tags.replacing(tagEnd, with: "\"")
      }
    }
    return request
  }
}

extension HTTPResponse {
  fileprivate var isText: Bool {
    let type = (headers["Content-Type"] ?? "").prefix { $0 != ";" }.lowercased()
    return type.hasPrefix("text/") && type != "text/event-stream"
      || type.hasSuffix("json") || type.hasSuffix("+xml") || type == "application/x-subrip"
  }
}
