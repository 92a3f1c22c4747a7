import AudioFileClient
import AudioStoreClient
import Dependencies
import Foundation
import Glibc
public import HTTPMessages
public import LibraryFolder
import MiddlewareHelpers
import POSIX
import ServerRouter
public import SharedModels
import SoundCore

/// The sound of a memo as it is sent: what has to be known of it, so that who knows it can send it
/// again without asking the library.
public struct ServedSound: Sendable {
  @Dependency(\.soundFiles) private var soundFiles
  private let byteCount: Int64
  private let download: AudioDownload
  private let file: URL
  private let mediaType: String
  /// `nil` for a memo of which nobody has taken a checksum.
  private let tag: EntityTag?

  /// For how long a link leads to a sound beyond the time in which it is heard, with pauses.
  private static let patience: Duration = .seconds(900)
  /// The longest that it does.
  private static let longest: Duration = .seconds(12 * 3_600)

  /// - Parameter folder: The library's.
  public init(_ memo: Recording, in folder: LibraryFolder) {
    byteCount = memo.audio.byteCount
    file = folder.audioFile(named: memo.audio.fileName)
    mediaType = memo.audio.format.mediaType
    tag = memo.audio.sha256.isEmpty ? nil : EntityTag(checksum: memo.audio.sha256)
    // Where it is saved, and not heard, it has the memo's name.
    let title = memo.title.replacing("/", with: "-")
    download = AudioDownload(
      lifetime: min(Self.patience + memo.duration * 2, Self.longest), mediaType: mediaType,
      fileName: "\(title.isEmpty ? "Memo" : title).\(memo.audio.format.fileExtension)")
  }

  /// The whole of it, or what of it is asked for; or where that is, if who asks can get it there.
  ///
  /// - Throws: A ``ServerProblem`` where the file is not there, and what the system says.
  public func response(to request: HTTPRequest) async throws -> HTTPResponse {
    do {
      if let link = try await soundFiles.link(file, download) {
        return elsewhere(link, for: request)
      }
      return try response(from: try await opened(), to: request)
    } catch AudioFileError.missing {
      throw ServerProblem.noSound
    } catch let error as AudioFileError {
      throw ServerProblem(error, named: file.lastPathComponent)
    }
  }

  /// Its bytes need not pass through this server: RFC 9110, section 15.4.8.
  private func elsewhere(_ link: AudioStoreLink, for request: HTTPRequest) -> HTTPResponse {
    var headers: HTTPHeaders = ["Accept-Ranges": "bytes", "Content-Type": mediaType]
    if let tag {
      headers["ETag"] = tag.description
      if request.knows(tag) { return HTTPResponse(.notModified, headers: headers) }
    }
    guard request.method == .get
    else {
      // The link is for GET alone.
      return HTTPResponse(
        headers: headers, content: .stream(HTTPBody(byteCount: byteCount) { nil }))
    }
    // It holds for a while only, and for whoever has it.
    return HTTPResponse(
      .temporaryRedirect, headers: ["Cache-Control": "private, no-store", "Location": link.url])
  }

  private func opened() async throws -> Descriptor {
    var url = try await soundFiles.local(file)
    if let opened = try? Descriptor(url.path, O_RDONLY) { return opened }
    // What was fetched may have gone for others before it was opened.
    if url != file {
      url = try await soundFiles.local(file)
      if let opened = try? Descriptor(url.path, O_RDONLY) { return opened }
    }
    throw ServerProblem.noSound
  }

  private func response(
    from file: consuming Descriptor, to request: HTTPRequest
  ) throws -> HTTPResponse {
    let byteCount = Int64(try file.status().st_size)
    let tag = tag ?? EntityTag(of: Array("\(self.file.path) \(byteCount)".utf8))
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
