public import SharedModels
public import Tagged

public struct MemoIDs: Codable, Equatable, Sendable {
  public var ids: [Recording.ID]

  public static let maximumCount = 10_000

  public init(_ ids: [Recording.ID]) {
    self.ids = ids
  }

  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    ids = try container.decode([Recording.ID].self, forKey: .ids)
    guard ids.count <= Self.maximumCount
    else {
      throw DecodingError.dataCorruptedError(
        forKey: .ids, in: container, debugDescription: "more than \(Self.maximumCount) ids")
    }
  }

  /// Lowercase, so that ids compare as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ids.map { $0.text }, forKey: .ids)
  }

  private enum CodingKeys: CodingKey {
    case ids
  }
}

public struct FileNames: Codable, Equatable, Sendable {
  public var files: [String]

  public init(files: [String]) {
    self.files = files
  }
}
