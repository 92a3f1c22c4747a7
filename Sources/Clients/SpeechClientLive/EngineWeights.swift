import POSIX
import SpeechClient

struct EngineModel: Decodable {
  private enum CodingKeys: String, CodingKey {
    case byteCount = "bytes"
    case folder, languages, license, name, text
  }

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
      languages: (languages ?? []).compactMap(languageCode),
      license: license?.asName, licenseFile: text ?? licenseInFolder)
  }

  private var licenseInFolder: String? {
    folder.flatMap { folder in
      Self.licenseNames.map { "\(folder)/\($0)" }.first { fileExists($0) }
    }
  }
}

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
  var asName: String { String(withoutControls.prefix(500)) }
}
