import Foundation
import HTTPMessages
import ImportCore
import MiddlewareHelpers
import MultipartForm
import ServerRouter
import SharedModels

/// A request of OpenAI's API. Unknown fields are ignored, because clients send what suits OpenAI.
struct TranscriptionForm: Sendable {
  enum Format: String, CaseIterable {
    case json
    case text
    case srt
    case vtt
    case verboseJSON = "verbose_json"
    case diarizedJSON = "diarized_json"
  }

  let file: ReceivedFile
  var fileName = "Audio"
  var format = Format.json
  var hasLogProbabilities = false
  var isStreamed = false
  var job = JobRequest()
  var granularities: Set<String> = []
  let known: [KnownSpeaker]

  private static let fieldLimit = 1 << 16

  /// Reads the form. Its audio goes to an unlinked file in `folder`.
  init(_ request: HTTPRequest, folder: URL) async throws {
    var form = try MultipartReader(request)
    var prompts: [String] = []
    var found: ReceivedFile?
    var fieldByteCount = 0
    var known = KnownSpeakers()
    while let part = try await form.nextPart() {
      if part.name == "file" {
        found = try await ReceivedFile.receive(in: folder) { try await form.nextPiece() }
        fileName = part.fileName ?? fileName
        continue
      }
      if KnownSpeakers.references.contains(part.name) {
        try known.addReference(
          try await form.text(upTo: KnownSpeakers.referenceLimit), folder: folder)
        continue
      }
      guard Self.names.contains(part.name) || KnownSpeakers.names.contains(part.name)
      else { continue }
      let text = try await form.text(upTo: Self.fieldLimit - fieldByteCount)
      fieldByteCount += text.utf8.count
      switch part.name {
      case "include[]", "include":
        hasLogProbabilities = hasLogProbabilities || Self.list(in: text).contains("logprobs")
      case "keywords[]", "keywords", "prompt": prompts.append(text)
      case "language", "languages[]", "languages":
        job.settings.language = job.settings.language ?? LanguageName.normalized(text)
      case "known_speaker_names[]", "known_speaker_names": try known.addName(text)
      case "model": job.model = text
      case "response_format":
        if text.isEmpty { break }
        guard let format = Format(rawValue: text)
        else {
          let all = Format.allCases.map(\.rawValue).joined(separator: ", ")
          throw ServerProblem(
            .badRequest, .unknownFormat, detail: "'response_format' must be one of \(all)")
        }
        self.format = format
      case "stream": isStreamed = ["true", "1", "True"].contains(text)
      default: granularities.formUnion(Self.list(in: text))
      }
    }
    guard let found
    else {
      throw ServerProblem(.badRequest, .noAudio, detail: "send the audio in the field 'file'")
    }
    file = found
    self.known = try known.all(in: format)
    let vocabulary = prompts.filter { !$0.isEmpty }.joined(separator: ", ")
    job.settings.vocabulary = vocabulary.isEmpty ? nil : vocabulary
  }

  /// Names in a list as JSON or with commas, which some clients send instead of several fields.
  private static func list(in text: String) -> [String] {
    text.split { !$0.isLetter && $0 != "_" }.map(String.init)
  }

  private static let names: Set = [
    "include", "include[]", "keywords", "keywords[]", "language", "languages",
    "languages[]", "model", "prompt", "response_format", "stream",
    "timestamp_granularities", "timestamp_granularities[]",
  ]
}
