/// The audio file behind a recording: where it is in the library and what it holds.
public struct AudioFile: Codable, Equatable, Sendable {
  /// Size on disk, in bytes.
  public var byteCount: Int64
  /// How many channels it has.
  public var channelCount: Int
  /// The file's name inside the library's `audio` folder: no path.
  public var fileName: String
  /// Its kind.
  public var format: AudioFormat
  /// Frames per second, in hertz.
  public var sampleRate: Int
  /// The SHA-256 checksum of the file's bytes in lower-case hexadecimal; empty if not known.
  public var sha256: String

  /// Creates a value from its properties.
  public init(
    byteCount: Int64 = 0,
    channelCount: Int = 1,
    fileName: String = "",
    format: AudioFormat = .unknown,
    sampleRate: Int = 0,
    sha256: String = ""
  ) {
    self.byteCount = byteCount
    self.channelCount = channelCount
    self.fileName = fileName
    self.format = format
    self.sampleRate = sampleRate
    self.sha256 = sha256
  }
}

extension AudioFile {
  /// Decodes a value; what an older version did not write has a default.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      byteCount: try container.decode(.byteCount, default: 0),
      channelCount: try container.decode(.channelCount, default: 1),
      fileName: try container.decode(.fileName, default: ""),
      format: try container.decode(.format, default: .unknown),
      sampleRate: try container.decode(.sampleRate, default: 0),
      sha256: try container.decode(.sha256, default: ""))
  }
}
