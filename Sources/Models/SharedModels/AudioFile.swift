public struct AudioFile: Codable, Equatable, Sendable {
  public var byteCount: Int64
  public var channelCount: Int
  /// A name in the library's `audio` folder, not a path.
  public var fileName: String
  public var format: AudioFormat
  public var sampleRate: Int
  /// In lowercase hexadecimal; empty if unknown.
  public var sha256: String

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
