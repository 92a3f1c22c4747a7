import Foundation
import MiddlewareHelpers
import ServerRouter

struct KnownSpeaker: Sendable {
  let name: String
  let reference: ReceivedFile
}

struct KnownSpeakers: Sendable {
  static let names: Set = ["known_speaker_names", "known_speaker_names[]"]
  static let references: Set = ["known_speaker_references", "known_speaker_references[]"]

  /// In bytes, as sent; ten seconds of uncompressed audio are smaller.
  static let referenceLimit = 8 << 20
  static let seconds = 2.0...10.0
  private static let limit = 4

  private var names: [String] = []
  private var files: [ReceivedFile] = []

  mutating func addName(_ text: String) throws {
    let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
    guard !name.isEmpty, !names.contains(name)
    else {
      throw Self.problem("each 'known_speaker_names[]' must be unique and not empty")
    }
    names.append(name)
  }

  mutating func addReference(_ text: String, folder: URL) throws {
    guard text.hasPrefix("data:"), let comma = text.firstIndex(of: ","),
      text[..<comma].hasSuffix(";base64"),
      let bytes = Data(
        base64Encoded: String(text[text.index(after: comma)...]), options: .ignoreUnknownCharacters),
      !bytes.isEmpty
    else {
      throw Self.problem(
        "each 'known_speaker_references[]' must be a data URL: 'data:audio/wav;base64,…'")
    }
    guard files.count < Self.limit
    else { throw Self.problem("at most \(Self.limit) known speakers are allowed") }
    let file = try ReceivedFile(in: folder)
    try file.append(Array(bytes)[...])
    files.append(file)
  }

  func all(in format: TranscriptionForm.Format) throws -> [KnownSpeaker] {
    guard !names.isEmpty || !files.isEmpty
    else { return [] }
    guard names.count == files.count
    else {
      throw Self.problem(
        "send as many 'known_speaker_references[]' as 'known_speaker_names[]': the form has "
          + "\(files.count) and \(names.count)")
    }
    guard format == .diarizedJSON
    else {
      throw Self.problem(
        "only 'diarized_json' names the speakers: use it as 'response_format', "
          + "or omit the known speakers")
    }
    return zip(names, files).map { KnownSpeaker(name: $0, reference: $1) }
  }

  static func problem(_ detail: String) -> ServerProblem {
    ServerProblem(.badRequest, .invalidKnownSpeakers, detail: detail)
  }
}
