/// An open set of names, so that a library written by a newer version can be read.
public struct AudioFormat: Codable, Hashable, RawRepresentable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let aac = Self(rawValue: "aac")
  public static let aiff = Self(rawValue: "aiff")
  public static let flac = Self(rawValue: "flac")
  public static let m4a = Self(rawValue: "m4a")
  public static let matroska = Self(rawValue: "mkv")
  public static let mp3 = Self(rawValue: "mp3")
  /// Ogg with a codec other than Opus and Vorbis.
  public static let ogg = Self(rawValue: "ogg")
  public static let opus = Self(rawValue: "opus")
  public static let unknown = Self(rawValue: "unknown")
  public static let vorbis = Self(rawValue: "vorbis")
  public static let wav = Self(rawValue: "wav")
  public static let webm = Self(rawValue: "webm")
}

extension AudioFormat {
  /// A guess; only the file's contents tell. An unknown extension becomes a format of that name.
  public init(fileExtension: String) {
    let name = fileExtension.lowercased()
    self =
      switch name {
      case "": .unknown
      case "aif", "aifc", "aiff": .aiff
      case "m4a", "m4b", "m4v", "mov", "mp4": .m4a
      case "mka", "mkv": .matroska
      case "oga", "ogg": .vorbis
      case "wav", "wave": .wav
      case "weba", "webm": .webm
      default: Self(rawValue: name)
      }
  }

  public var mediaType: String {
    switch self {
    case .aac: "audio/aac"
    case .aiff: "audio/aiff"
    case .flac: "audio/flac"
    case .m4a: "audio/mp4"
    case .matroska: "audio/x-matroska"
    case .mp3: "audio/mpeg"
    case .ogg, .opus, .vorbis: "audio/ogg"
    case .wav: "audio/wav"
    case .webm: "audio/webm"
    default: "application/octet-stream"
    }
  }

  public var fileExtension: String {
    switch self {
    case .unknown: "audio"
    case .vorbis: "ogg"
    default: rawValue
    }
  }
}
