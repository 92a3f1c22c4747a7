import AudioStoreClient
import Foundation
import SharedModels

actor S3Lister {
  private let connection: S3Connection
  private var next: String? = ""

  /// Enough for a page of 1,000 escaped keys.
  private static let limit = 8 << 20

  init(_ connection: S3Connection) {
    self.connection = connection
  }

  func page() async throws -> [AudioStoreEntry]? {
    guard let token = next
    else { return nil }
    var request = S3Request("GET")
    request.query = [
      ("delimiter", "/"), ("encoding-type", "url"), ("list-type", "2"),
      ("prefix", connection.config.prefix),
    ]
    if !token.isEmpty { request.query.append(("continuation-token", token)) }
    let document = try await connection.document(request, named: "ListBucketResult", Self.limit)
    if document["IsTruncated"] == "true" {
      guard let following = document["NextContinuationToken"], following != token,
        !following.isEmpty
      else { throw connection.unreadable }
      next = following
    } else {
      next = nil
    }
    return try document.all("Contents").compactMap { object in
      guard let name = try connection.name(of: object, document)
      else { return nil }
      guard let byteCount = object["Size"].flatMap({ Int64($0) })
      else { throw connection.unreadable }
      return AudioStoreEntry(
        name: name, byteCount: byteCount,
        modifiedAt: object["LastModified"].flatMap { Date(iso8601: $0) })
    }
  }
}

extension S3Connection {
  func removeLeftovers(before date: Date) async throws -> Int {
    var count = 0
    var place = (key: "", upload: "")
    while true {
      var request = S3Request("GET")
      request.query = [
        ("encoding-type", "url"), ("prefix", config.prefix), ("uploads", ""),
      ]
      if !place.key.isEmpty {
        request.query += [("key-marker", place.key), ("upload-id-marker", place.upload)]
      }
      let document: S3Document
      do {
        document = try await self.document(request, named: "ListMultipartUploadsResult", 8 << 20)
      } catch AudioStoreError.missing {
        // rclone answers NoSuchUpload if the bucket has no uploads.
        return count
      }
      for upload in document.all("Upload") {
        guard let name = try name(of: upload, document), let id = upload["UploadId"],
          let begun = upload["Initiated"].flatMap({ Date(iso8601: $0) }), begun < date
        else { continue }
        var request = S3Request("DELETE", config.prefix + name)
        request.query = [("uploadId", id)]
        do {
          _ = try await perform(request, about: name)
          count += 1
        } catch AudioStoreError.missing {
          // The upload has ended since.
        }
      }
      guard document["IsTruncated"] == "true"
      else { return count }
      let following = (
        key: try key(document["NextKeyMarker"] ?? "", document),
        upload: document["NextUploadIdMarker"] ?? ""
      )
      guard following != place, !following.key.isEmpty
      else { throw unreadable }
      place = following
    }
  }

  fileprivate func name(of element: S3Document, _ list: S3Document) throws -> String? {
    guard let text = element["Key"]
    else { throw unreadable }
    let key = try key(text, list)
    guard key.hasPrefix(config.prefix)
    else { return nil }
    let name = String(key.dropFirst(config.prefix.count))
    return (try? AudioStoreClient.check(name: name)) == nil ? nil : name
  }

  private func key(_ text: String, _ list: S3Document) throws -> String {
    guard list["EncodingType"] == "url"
    else { return text }
    guard let key = S3Text.unescaped(text)
    else { throw unreadable }
    return key
  }

  fileprivate func document(
    _ request: S3Request, named name: String, _ limit: Int
  ) async throws -> S3Document {
    let (_, body) = try await perform(request, about: nil, limit: limit)
    guard let document = S3Document(body), document.name == name
    else { throw unreadable }
    return document
  }

  fileprivate var unreadable: AudioStoreError {
    refused("its list of files cannot be read")
  }
}
