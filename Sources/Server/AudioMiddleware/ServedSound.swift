import Glibc
public import HTTPMessages
public import LibraryFolder
import MiddlewareHelpers
import POSIX
import ServerRouter
public import SharedModels

/// The sound of a memo as it is sent: what has to be known of it, so that who knows it can send it
/// again without asking the library.
public struct ServedSound: Sendable {
  private let mediaType: String
  private let path: String
  /// `nil` for a memo of which nobody has taken a checksum.
  private let tag: EntityTag?

  /// - Parameter folder: The library's.
  public init(_ memo: Recording, in folder: LibraryFolder) {
    mediaType = memo.audio.format.mediaType
    path = folder.audioFile(named: memo.audio.fileName).path
    tag = memo.audio.sha256.isEmpty ? nil : EntityTag(checksum: memo.audio.sha256)
  }

  /// The whole of it, or what of it is asked for.
  ///
  /// - Throws: A ``ServerProblem`` where the file is not there, and what the system says.
  public func response(to request: HTTPRequest) throws -> HTTPResponse {
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor(path, O_RDONLY)
    } catch {
      throw ServerProblem.noSound
    }
    let byteCount = Int64(try file.status().st_size)
    let tag = tag ?? EntityTag(of: Array("\(path) \(byteCount)".utf8))
    var headers: HTTPHeaders = [
      "Accept-Ranges": "bytes", "Content-Type": mediaType, "ETag": tag.description,
    ]
    if request.knows(tag) { return HTTPResponse(.notModified, headers: headers) }
    // A range of another state than the client knows is of no use to it: it gets all. Ranges are for
    // GET alone (RFC 9110, section 14.2).
    let isSame =
      request.method == .get
      && request.headers["If-Range"].map { $0 == tag.description } ?? true
    switch ByteRange(isSame ? request.headers["Range"] : nil, of: byteCount) {
    case .all:
      return HTTPResponse(headers: headers, content: .file(HTTPFile(file, byteCount: byteCount)))
    case .part(let range):
      headers["Content-Range"] = "bytes \(range.lowerBound)-\(range.upperBound - 1)/\(byteCount)"
      let part = HTTPFile(
        file, offset: range.lowerBound, byteCount: range.upperBound - range.lowerBound)
      return HTTPResponse(.partialContent, headers: headers, content: .file(part))
    case .unsatisfiable:
      return HTTPResponse(
        .rangeNotSatisfiable, headers: ["Content-Range": "bytes */\(byteCount)"])
    }
  }
}
