import Foundation
import HTTPMessages
import MiddlewareHelpers
import MultipartForm
import ServerRouter
import SharedModels

/// A form with the audio of a new memo. Its fields are those of `Upload-Metadata`, and `tags`.
struct MemoForm: Sendable {
  let details: UploadDetails
  let file: ReceivedFile

  private static let fieldLimit = 1 << 16
  private static let names = [
    "channels", "date", "favorite", "language", "model", "original-date", "quality",
    "speakers", "tags", "time-zone", "title", "track", "transcript", "vocabulary", "voice-filter",
  ]

  /// Reads the form. Its audio goes to an unlinked file in `folder`.
  init(_ request: HTTPRequest, folder: URL) async throws {
    var form = try MultipartReader(request)
    var byteCount = 0
    var found: ReceivedFile?
    var tags: [String] = []
    var values: [String: String] = [:]
    while let part = try await form.nextPart() {
      let name = part.name
      if name == "file" {
        guard found == nil
        else { throw ServerProblem.repeated(name) }
        found = try await ReceivedFile.receive(in: folder) { try await form.nextPiece() }
        values["filename"] = part.fileName
        continue
      }
      guard Self.names.contains(name)
      else {
        throw ServerProblem.invalidRequest(
          "unknown field '\(name)': valid fields are file, \(Self.names.joined(separator: ", "))")
      }
      let text = try await Self.text(of: name, in: &form, upTo: Self.fieldLimit - byteCount)
      byteCount += text.utf8.count
      if name == "tags" {
        tags.append(text)
      } else {
        guard values.updateValue(text, forKey: name) == nil
        else { throw ServerProblem.repeated(name) }
      }
    }
    guard let found
    else { throw ServerProblem.invalidRequest("send the audio in the field 'file'") }
    file = found
    values["tag"] = TagChange.tags(listed: tags.joined(separator: ",")).joined(separator: ",")
    details = try Self.details(values.filter { !$0.value.allSatisfy(\.isWhitespace) })
  }

  private static func text(
    of name: String, in form: inout MultipartReader, upTo limit: Int
  ) async throws -> String {
    do {
      return try await form.text(upTo: limit)
    } catch is HTTPBody.TooLarge {
      throw ServerProblem.invalidField(
        name, "is too long: all fields together may have \(fieldLimit) bytes")
    } catch MultipartError.malformed {
      throw ServerProblem.invalidField(name, "is not UTF-8")
    }
  }

  private static func details(_ values: [String: String]) throws(ServerProblem) -> UploadDetails {
    if let zone = values["time-zone"], TimeZone(identifier: zone) == nil {
      throw .invalidField("time-zone", "must be a name such as Europe/Berlin")
    }
    do {
      return try UploadDetails(byteCount: nil, values: values)
    } catch {
      throw .invalidField(error.name, expectation(of: error.name))
    }
  }

  private static func expectation(of name: String) -> String {
    switch name {
    case "date", "original-date": "must be a date such as 2026-01-31T12:00:00Z"
    case "quality": "must be fast or best"
    case "speakers": "must be \(SpeakerSettings.expectation)"
    case "track": "must be 1 or more"
    case "voice-filter": "must be off, low or normal"
    default: "must be true or false"
    }
  }
}

extension ServerProblem {
  static func invalidField(_ name: String, _ reason: String) -> Self {
    invalidRequest("'\(name)' \(reason)")
  }

  fileprivate static func repeated(_ name: String) -> Self {
    invalidField(name, "is repeated: send it once")
  }
}
