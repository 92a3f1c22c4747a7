import AudioStoreClient
import LibCurl

struct S3Problem: Error, Equatable {
  var code: String?
  var message: String?
  var region: String?
  var retryAfter: Int?
  var status: Int

  init(_ head: CurlTransfer.Head, body: [UInt8]) {
    let document = S3Document(body).flatMap { $0.name == "Error" ? $0 : nil }
    code = document?["Code"]
    message = document?["Message"]
    region = head["x-amz-bucket-region"] ?? document?["Region"]
    retryAfter = head["retry-after"].flatMap { Int($0) }
    status = head.status
  }

  var isTransient: Bool {
    switch code {
    case "BadDigest", "ConditionalRequestConflict", "InternalError", "OperationAborted",
      "RequestTimeout", "ServiceUnavailable", "SlowDown", "Throttling", "ThrottlingException",
      "XAmzContentSHA256Mismatch":
      true
    default: status == 429 || status == 408 || status >= 500 && ![501, 505, 507].contains(status)
    }
  }

  var isNotImplemented: Bool { status == 501 || code == "NotImplemented" }

  func error(about name: String?, in store: String) -> AudioStoreError {
    let reason = [code, message].compactMap(\.self).joined(separator: ": ")
    let detail = reason.isEmpty ? "status \(status)" : reason
    switch (code, status) {
    case ("NoSuchBucket", _): return .noStore(store: store)
    case ("RequestTimeTooSkewed", _): return .clockSkew(store: store)
    case ("BadDigest", _), ("XAmzContentSHA256Mismatch", _): return .changed(name: name ?? store)
    case ("QuotaExceeded", _), ("XMinioStorageFull", _), (_, 507): return .noSpace(store: store)
    case ("AuthorizationHeaderMalformed", _) where region != nil,
      ("IllegalLocationConstraintException", _), ("PermanentRedirect", _),
      ("TemporaryRedirect", _), (_, 300..<400):
      return .wrongRegion(store: store, region: region)
    case (_, 401), (_, 403), ("ExpiredToken", _), ("InvalidToken", _):
      return .denied(store: store, reason: detail)
    case ("NoSuchUpload", 404): return .missing(name: name ?? store)
    case (_, 404):
      return name.map { .missing(name: $0) } ?? .refused(store: store, reason: detail)
    case _ where isTransient: return .unavailable(store: store, reason: detail)
    default: return .refused(store: store, reason: detail)
    }
  }
}

extension CurlTransfer.Head {
  subscript(name: String) -> String? {
    fields.first { $0.name.lowercased() == name }?.value
  }
}
