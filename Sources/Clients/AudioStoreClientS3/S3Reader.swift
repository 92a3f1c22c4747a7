import AudioStoreClient
import Foundation
import Hashing
import LibCurl
import SharedModels

extension S3Connection {
  func key(of name: String) throws(AudioStoreError) -> String {
    try AudioStoreClient.check(name: name)
    return config.prefix + name
  }

  func object(_ name: String) async throws -> S3Object? {
    let request = S3Request("HEAD", try key(of: name))
    do {
      let head = try await perform(request, about: name).head
      guard let byteCount = head.byteCount
      else { throw refused("it sent no size") }
      return S3Object(name, byteCount: byteCount, head)
    } catch AudioStoreError.missing {
      return nil
    }
  }

  func read(_ name: String, _ wanted: Range<Int64>?) async throws -> AudioStoreReading {
    let key = try key(of: name)
    if let wanted, wanted.isEmpty || wanted.lowerBound < 0 {
      return try await nothing(of: name, at: wanted.lowerBound)
    }
    let begun = try await retrying(about: name) { () -> S3Part? in
      do {
        return try await part(name, key: key, from: wanted?.lowerBound ?? 0, to: wanted?.upperBound)
      } catch let problem as S3Problem where problem.status == 416 {
        return nil
      }
    }
    guard let part = begun
    else { return try await nothing(of: name, at: wanted?.lowerBound ?? 0) }
    let reader = S3Reader(self, key: key, part)
    return AudioStoreReading(
      part.object.entry, range: part.range, bytes: AudioStoreBytes { try await reader.next() })
  }

  func checksum(_ name: String) async throws -> StoredAudio {
    var checksum = Checksum()
    var byteCount: Int64 = 0
    for try await piece in try await read(name, nil).bytes {
      piece.withUnsafeBytes { checksum.update($0) }
      byteCount += Int64(piece.count)
    }
    return StoredAudio(byteCount: byteCount, sha256: checksum.finish())
  }

  private func nothing(of name: String, at place: Int64) async throws -> AudioStoreReading {
    guard let object = try await object(name)
    else { throw AudioStoreError.missing(name: name) }
    let place = min(max(place, 0), object.entry.byteCount)
    return AudioStoreReading(object.entry, range: place..<place, bytes: AudioStoreBytes([]))
  }

  fileprivate func part(
    _ name: String, key: String, from start: Int64, to end: Int64?, tag: String? = nil
  ) async throws -> S3Part {
    var request = S3Request("GET", key)
    request.timeoutMilliseconds = nil
    if start > 0 || end != nil {
      request.headers.append(("Range", "bytes=\(start)-\(end.map { "\($0 - 1)" } ?? "")"))
    }
    if let tag { request.headers.append(("If-Match", tag)) }
    let response = try await send(request)
    let head = response.head
    guard let length = head.byteCount
    else { throw refused("it sent no size") }
    // Some services send ranges with status 200.
    guard head.status == 206 || head["content-range"] != nil
    else {
      guard start == 0, end ?? length >= length
      else { throw refused("it ignores range requests") }
      return S3Part(
        object: S3Object(name, byteCount: length, head), range: 0..<length, response: response)
    }
    guard
      let match = head["content-range"]?.wholeMatch(of: /bytes (\d{1,18})-(\d{1,18})\/(\d{1,18})/),
      let first = Int64(match.1), let last = Int64(match.2), let total = Int64(match.3),
      first == start, last - first == length - 1, last < total,
      last + 1 == min(end ?? total, total)
    else { throw refused("it did not return the requested range") }
    return S3Part(
      object: S3Object(name, byteCount: total, head), range: first..<last + 1, response: response)
  }
}

extension CurlTransfer.Head {
  fileprivate var byteCount: Int64? {
    self["content-length"].flatMap { Int64($0) }.flatMap { $0 < 0 ? nil : $0 }
  }
}

struct S3Object: Sendable {
  let entry: AudioStoreEntry
  let tag: String?

  init(_ name: String, byteCount: Int64, _ head: CurlTransfer.Head) {
    let sha256 = head["x-amz-meta-sha256"]?.lowercased()
    entry = AudioStoreEntry(
      name: name, byteCount: byteCount,
      modifiedAt: head["last-modified"].flatMap { Date(httpText: $0) },
      sha256: sha256.flatMap { $0.wholeMatch(of: /[0-9a-f]{64}/) == nil ? nil : $0 })
    tag = head["etag"]
  }
}

private struct S3Part: Sendable {
  let object: S3Object
  let range: Range<Int64>
  let response: CurlTransfer.Response
}

private actor S3Reader {
  private var checksum: Checksum?
  private let connection: S3Connection
  private let key: String
  private let object: S3Object
  private var retryBudget: S3RetryBudget
  private var place: Int64
  private var response: CurlTransfer.Response?
  private let range: Range<Int64>

  init(_ connection: S3Connection, key: String, _ part: S3Part) {
    self.connection = connection
    self.key = key
    object = part.object
    retryBudget = S3RetryBudget(connection, about: part.object.entry.name)
    place = part.range.lowerBound
    range = part.range
    response = part.response
    let isWhole = part.range == 0..<part.object.entry.byteCount
    checksum = isWhole && part.object.entry.sha256 != nil ? Checksum() : nil
  }

  func next() async throws -> ArraySlice<UInt8>? {
    let name = object.entry.name
    while place < range.upperBound {
      do {
        let response = try await opened()
        guard let piece = try await response.next()
        else { throw connection.refused("it sent less data than announced") }
        guard Int64(piece.count) <= range.upperBound - place
        else { throw AudioStoreError.changed(name: name) }
        retryBudget.reset()
        place += Int64(piece.count)
        piece.withUnsafeBytes { checksum?.update($0) }
        if place == range.upperBound { try await finish() }
        return piece
      } catch {
        response = nil
        if let problem = error as? S3Problem, problem.status == 412 {
          throw AudioStoreError.changed(name: name)
        }
        let pause = try retryBudget.recordFailure(error)
        try await connection.pause(pause)
      }
    }
    return nil
  }

  private func opened() async throws -> CurlTransfer.Response {
    if let response { return response }
    let part = try await connection.part(
      object.entry.name, key: key, from: place, to: range.upperBound, tag: object.tag)
    guard part.object.entry.byteCount == object.entry.byteCount, part.object.tag == object.tag
    else { throw AudioStoreError.changed(name: object.entry.name) }
    response = part.response
    return part.response
  }

  private func finish() async throws {
    // A connection can be reused once its response has been read to the end.
    _ = try? await response?.next()
    response = nil
    guard let checksum = checksum.take()
    else { return }
    guard checksum.finish() == object.entry.sha256
    else { throw AudioStoreError.changed(name: object.entry.name) }
  }
}
