public import SharedModels

/// A summary with the keys that `speechmemo summarize --json` has.
public struct SummaryValue: Codable, Equatable, Sendable {
  public var isStale: Bool
  public var summary: Summary

  public init(_ summary: Summary, of transcription: Transcription?) {
    isStale = transcription.map(summary.isStale) ?? true
    self.summary = summary
  }

  private enum CodingKeys: CodingKey {
    case isStale
  }

  public init(from decoder: any Decoder) throws {
    isStale = try decoder.container(keyedBy: CodingKeys.self).decode(Bool.self, forKey: .isStale)
    summary = try Summary(from: decoder)
  }

  public func encode(to encoder: any Encoder) throws {
    try summary.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isStale, forKey: .isStale)
  }
}
