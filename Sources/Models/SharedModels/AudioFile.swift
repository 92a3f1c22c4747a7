/// The file that holds a memo's sound.
public struct AudioFile: Codable, Equatable, Sendable {
  public var byteCount: Int64
  public var channelCount: Int

  /// The file's name in the library's `audio` folder.
  public var fileName: String

  public var format: AudioFormat

  /// Frames a second.
  public var sampleRate: Int

  /// The SHA-256 of the file's bytes, in lower-case hexadecimal.
  public var sha256: String

  public init(
    byteCount: Int64, channelCount: Int, fileName: String, format: AudioFormat, sampleRate: Int,
    sha256: String
  ) {
    self.byteCount = byteCount
    self.channelCount = channelCount
    self.fileName = fileName
    self.format = format
    self.sampleRate = sampleRate
    self.sha256 = sha256
  }
}

/// How sound is stored. Open: a file from a newer version may name a format that this one does
/// not know.
public struct AudioFormat: RawRepresentable, Codable, Hashable, Sendable {
  public let rawValue: String

  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  public static let aiff = Self(rawValue: "aiff")
  public static let flac = Self(rawValue: "flac")
  public static let m4a = Self(rawValue: "m4a")
  public static let mp3 = Self(rawValue: "mp3")
  public static let ogg = Self(rawValue: "ogg")
  public static let opus = Self(rawValue: "opus")
  public static let unknown = Self(rawValue: "unknown")
  public static let wav = Self(rawValue: "wav")
  public static let webm = Self(rawValue: "webm")
}
