import Foundation
public import SharedModels
public import Tagged
import URLRouting

/// Several memos.
public struct MemoIDs: Codable, Equatable, Sendable {
  public var ids: [Recording.ID]

  /// How many memos one request can be about.
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

  /// As every id is written, so that one can be compared with another as text.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(ids.map { $0.rawValue.uuidString.lowercased() }, forKey: .ids)
  }

  private enum CodingKeys: CodingKey {
    case ids
  }
}

/// How ids begin that are wanted.
public struct MemoIDsRequest: Equatable, Sendable {
  /// In hexadecimal, as an id is written. Case does not matter.
  public var prefix: String

  public init(prefix: String = "") {
    self.prefix = prefix
  }

  static let parser = Query(Self()) { Field("prefix", \.prefix) }
}

/// The names of files of sound.
public struct FileNames: Codable, Equatable, Sendable {
  public var files: [String]

  public init(files: [String]) {
    self.files = files
  }
}

/// What became of memos that were to be deleted for good.
public struct DeletedMemos: Codable, Equatable, Sendable {
  /// How many bytes of sound went with them.
  public var byteCount: Int64
  /// Those that were in the trash, as they were.
  public var memos: [Recording]

  public init(memos: [Recording], byteCount: Int64) {
    self.byteCount = byteCount
    self.memos = memos
  }
}
