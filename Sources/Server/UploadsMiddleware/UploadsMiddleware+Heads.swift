import Foundation
import HTTPMessages
import ServerRouter
import SharedModels

extension UploadsMiddleware {
  func reply(_ status: HTTPStatus, _ upload: UploadDetails, offset: Int64) -> HTTPResponse {
    var headers: HTTPHeaders = [
      "Cache-Control": "no-store", "Upload-Offset": "\(offset)",
    ]
    if let length = upload.byteCount {
      headers["Upload-Length"] = "\(length)"
    } else {
      headers["Upload-Defer-Length"] = "1"
    }
    headers["Upload-Memo"] = upload.memo?.text
    return HTTPResponse(status, headers: headers)
  }

  func checkVersion(_ request: HTTPRequest) throws {
    guard let version = request.headers["Tus-Resumable"], version != Self.version
    else { return }
    var problem = ServerProblem(
      .preconditionFailed, .unsupportedVersion,
      detail: "this server supports tus \(Self.version), not \(version)")
    problem.headers["Tus-Version"] = Self.version
    throw problem
  }

  func number(_ name: String, in request: HTTPRequest) throws -> Int64? {
    guard let text = request.headers[name]
    else { return nil }
    guard let number = Int64(text), number >= 0,
      text.utf8.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) })
    else { throw ServerProblem.invalidRequest("'\(name)' must be a number of bytes") }
    return number
  }

  func checksum(_ request: HTTPRequest) throws -> UploadChecksum? {
    guard let text = request.headers["Upload-Checksum"]
    else { return nil }
    guard let checksum = UploadChecksum(text)
    else {
      let names = UploadChecksum.algorithms.joined(separator: " or ")
      throw ServerProblem.invalidRequest(
        "'Upload-Checksum' must be \(names), a space, and the digest in Base64")
    }
    return checksum
  }
}

struct UploadStatus: Encodable {
  let byteCount: Int64?
  let memo: String?
  let offset: Int64

  init(_ upload: UploadDetails, offset: Int64) {
    byteCount = upload.byteCount
    memo = upload.memo?.text
    self.offset = offset
  }
}

extension ServerProblem {
  static let inUse = Self(
    .locked, .uploadInUse,
    detail: "another request is using this upload: try again in a moment")
}
