import AudioFileClient
import DatabaseClient
import Dependencies
import Glibc
public import HTTPMessages
import LibraryFolder
import MiddlewareHelpers
import POSIX
import ServerRouter
public import SharedModels

/// Sends memos' sound, which the system takes from the file to the connection, and what it looks like.
public struct AudioMiddleware: Sendable {
  @Dependency(\.audioFile) var audioFile
  @Dependency(\.database) var database
  @Dependency(\.libraryFolder) var folder

  public init() {}

  /// The sound of a memo, or what of it is asked for.
  public func get(_ id: Recording.ID, _ request: HTTPRequest) async throws -> HTTPResponse {
    let memo = try await database.memo(id)
    let file: Descriptor
    do throws(SystemError) {
      file = try Descriptor(folder.audioFile(named: memo.audio.fileName).path, O_RDONLY)
    } catch {
      throw ServerProblem.noSound
    }
    let byteCount = Int64(try file.status().st_size)
    let tag =
      memo.audio.sha256.isEmpty
      ? EntityTag(of: Array("\(id) \(byteCount)".utf8)) : EntityTag(checksum: memo.audio.sha256)
    var headers: HTTPHeaders = [
      "Accept-Ranges": "bytes", "Content-Type": memo.audio.format.mediaType,
      "ETag": tag.description,
    ]
    if request.knows(tag) { return HTTPResponse(.notModified, headers: headers) }
    // A range of another state than the client knows is of no use to it: it gets all.
    let isSame = request.headers["If-Range"].map { $0 == tag.description } ?? true
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
