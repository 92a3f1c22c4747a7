import POSIX
import SpeechClient

/// Weights that recognize speech, in the protocol's terms.
struct EngineModel: Decodable {
  private enum CodingKeys: String, CodingKey {
    case byteCount = "bytes"
    case folder, languages, license, name, text
  }

  /// What a licence's text is called that comes with weights.
  private static let licenseNames = ["LICENSE", "LICENSE.txt", "LICENSE.md", "LICENCE"]

  private var byteCount: Int64?
  private var folder: String?
  private var languages: [String]?
  private var license: String?
  private var name: String
  private var text: String?

  var model: SpeechModel {
    SpeechModel(
      name: name.asName, byteCount: byteCount, folder: folder,
      languages: (languages ?? []).compactMap { LanguageCode($0)?.text },
      license: license?.asName, licenseFile: text ?? licenseInFolder)
  }

  private var licenseInFolder: String? {
    folder.flatMap { folder in
      Self.licenseNames.map { "\(folder)/\($0)" }.first { isThere($0) }
    }
  }
}

/// What an engine says of how it tells speakers apart.
struct EngineVoices: Decodable {
  private struct Weights: Decodable {
    var bytes: Int64?
    var license: String?
    var name: String
    var text: String?
  }

  private var weights: [Weights]?

  var speakerWeights: [SpeakerWeights] {
    (weights ?? []).map {
      SpeakerWeights(
        name: $0.name.asName, byteCount: $0.bytes, license: $0.license?.asName,
        licenseFile: $0.text)
    }
  }
}

extension String {
  /// A name or a line for a person: no more of it than is read.
  var asName: String { String(withoutControls.prefix(500)) }
}
