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

/// Everything needed to send a memo's audio again without another database query.
public struct AudioResponder: Sendable {
  @Dependency(\.soundFiles) private var soundFiles
  private let byteCount: Int64
  private let download: AudioDownload
  private let file: URL
  private let mediaType: String
  private let name: String
  private let tag: EntityTag?

  /// Lifetime of a download link beyond the time for playback with pauses.
  private static let extraLinkLifetime: Duration = .seconds(900)
  private static let maximumLinkLifetime: Duration = .seconds(12 * 3_600)

  public init(_ memo: Recording, in folder: LibraryFolder) {
    byteCount = memo.audio.byteCount
    file = folder.audioFile(named: memo.audio.fileName)
    mediaType = memo.audio.format.mediaType
    name = memo.audioName
    tag = memo.audio.sha256.isEmpty ? nil : EntityTag(checksum: memo.audio.sha256)
    let title = memo.title.replacing("/", with: "-")
    download = AudioDownload(
      lifetime: min(Self.extraLinkLifetime + memo.duration * 2, Self.maximumLinkLifetime),
      mediaType: mediaType,
      fileName: "\(title.isEmpty ? "Memo" : title).\(memo.audio.format.fileExtension)")
  }

  public func response(to request: HTTPRequest) async throws -> HTTPResponse {
    do {
      if let link = try await soundFiles.link(file, download) {
        return redirect(to: link, for: request)
      }
      return try response(from: try await opened(), to: request)
    } catch AudioFileError.missing {
      throw ServerProblem.noAudio
    } catch let error as AudioFileError {
      throw ServerProblem(error, named: name)
    }
  }

  /// Redirects to the store: RFC 9110, section 15.4.8.
  private func redirect(to link: AudioStoreLink, for request: HTTPRequest) -> HTTPResponse {
    var headers: HTTPHeaders = ["Accept-Ranges": "bytes", "Content-Type": mediaType]
    if let tag {
      headers["ETag"] = tag.description
      if request.knows(tag) { return HTTPResponse(.notModified, headers: headers) }
    }
    guard request.method == .get
    else {
      // The link is valid for GET only.
      return HTTPResponse(
        headers: headers, content: .stream(HTTPBody(byteCount: byteCount) { nil }))
    }
    // The link expires, and anyone can use it.
    return HTTPResponse(
      .temporaryRedirect, headers: ["Cache-Control": "private, no-store", "Location": link.url])
  }

  private func opened() async throws -> Descriptor {
    var url = try await soundFiles.local(file)
    if let opened = try? Descriptor(url.path, O_RDONLY) { return opened }
    // The fetched copy may have been evicted before it was opened.
    if url != file {
      url = try await soundFiles.local(file)
      if let opened = try? Descriptor(url.path, O_RDONLY) { return opened }
    }
    throw ServerProblem.noAudio
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
    // A stale `If-Range` gets everything. Ranges are for GET only (RFC 9110, section 14.2).
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
