/// The kind of an audio file. Open: a name that this version does not know is kept as it is, so
/// that a library written by a newer version can be read.
public struct AudioFormat: Codable, Hashable, RawRepresentable, Sendable {
  /// The format's name, as it is encoded.
  public let rawValue: String

  /// Takes any name.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// AAC without a container.
  public static let aac = Self(rawValue: "aac")
  /// AIFF and AIFC.
  public static let aiff = Self(rawValue: "aiff")
  /// FLAC.
  public static let flac = Self(rawValue: "flac")
  /// MPEG-4, usually with AAC sound: `.m4a`, `.mp4`, `.mov`.
  public static let m4a = Self(rawValue: "m4a")
  /// MP3.
  public static let mp3 = Self(rawValue: "mp3")
  /// Opus in an Ogg container.
  public static let opus = Self(rawValue: "opus")
  /// Nothing is known of it.
  public static let unknown = Self(rawValue: "unknown")
  /// Vorbis in an Ogg container.
  public static let vorbis = Self(rawValue: "vorbis")
  /// WAV.
  public static let wav = Self(rawValue: "wav")
  /// Matroska and WebM, sound or video.
  public static let webm = Self(rawValue: "webm")
}

extension AudioFormat {
  /// The format that files with this extension usually have, whatever its case; an extension that
  /// is not known becomes a format of that name, an empty one ``unknown``.
  ///
  /// A first guess only: what a file really holds is known by opening it.
  public init(fileExtension: String) {
    let name = fileExtension.lowercased()
    self =
      switch name {
      case "": .unknown
      case "aif", "aifc", "aiff": .aiff
      case "m4a", "m4b", "m4v", "mov", "mp4": .m4a
      case "mka", "mkv", "webm": .webm
      case "oga", "ogg": .vorbis
      case "wav", "wave": .wav
      default: Self(rawValue: name)
      }
  }

  /// The media type of such a file; that of any bytes for a format that is not known.
  public var mediaType: String {
    switch self {
    case .aac: "audio/aac"
    case .aiff: "audio/aiff"
    case .flac: "audio/flac"
    case .m4a: "audio/mp4"
    case .mp3: "audio/mpeg"
    case .opus, .vorbis: "audio/ogg"
    case .wav: "audio/wav"
    case .webm: "audio/webm"
    default: "application/octet-stream"
    }
  }

  /// The extension, without a dot, that a file of this format gets in the library.
  public var fileExtension: String {
    switch self {
    case .unknown: "audio"
    case .vorbis: "ogg"
    default: rawValue
    }
  }
}
