public import CasePaths
public import DatabaseClient
public import Foundation
public import SharedModels
public import Tagged
import URLRouting

/// The texts that a memo has had; see ``HistoryClient``.
@CasePathable
public enum VersionsRoute: Equatable, Sendable {
  case list
  case get(Int)
  case restore(Int, VersionToReplace)
}

let versions = OneOf<VersionsRoute> {
  Route(\VersionsRoute.Cases.list, .get) { Nothing() }
  Route(\VersionsRoute.Cases.get, .get) { PathValue<Int>() }
  Route(\VersionsRoute.Cases.restore, .post) {
    PathValue<Int>()
    "restore"
    body(VersionToReplace.self)
  }
}

public struct VersionToReplace: Codable, Equatable, Sendable {
  /// The number of the current version, as the client knows it.
  public var current: Int

  public init(current: Int) {
    self.current = current
  }
}

public struct VersionList: Codable, Equatable, Sendable {
  public var versions: [VersionValue]

  public init(_ versions: [TextVersion]) {
    self.versions = versions.map(VersionValue.init)
  }
}

/// A version with the keys that `speechmemo history --json` has, and its transcript's id.
public struct VersionValue: Codable, Equatable, Sendable {
  public enum Author: String, Codable, Sendable {
    case engine, user
  }

  public var author: Author
  public var date: Date
  public var engine: TranscriptionEngine?
  public var isCurrent: Bool
  public var model: String?
  public var restored: Int?
  public var transcript: Transcription.ID
  public var version: Int
  public var words: Int?

  public init(_ version: TextVersion) {
    switch version.author {
    case .engine(let engine, let model):
      (author, self.engine, self.model) = (.engine, engine, model)
    case .user: author = .user
    }
    date = version.date
    isCurrent = version.isCurrent
    restored = version.restored
    transcript = version.transcription
    self.version = version.number
    words = version.wordCount
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(author, forKey: .author)
    try container.encode(date, forKey: .date)
    try container.encodeIfPresent(engine, forKey: .engine)
    try container.encode(isCurrent, forKey: .isCurrent)
    try container.encodeIfPresent(model, forKey: .model)
    try container.encodeIfPresent(restored, forKey: .restored)
    try container.encode(transcript.text, forKey: .transcript)
    try container.encode(version, forKey: .version)
    try container.encodeIfPresent(words, forKey: .words)
  }

  public var value: TextVersion {
    TextVersion(
      number: version,
      author: author == .engine
        ? .engine(engine ?? TranscriptionEngine(), model: model ?? "") : .user,
      date: date, isCurrent: isCurrent, restored: restored, transcription: transcript,
      wordCount: words)
  }
}

/// The change of a text that an undo without a memo reverts; `nil` if there is none.
public struct LastEditValue: Codable, Equatable, Sendable {
  public struct Edit: Codable, Equatable, Sendable {
    public var date: Date
    public var memo: Recording.ID

    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(date, forKey: .date)
      try container.encode(memo.text, forKey: .memo)
    }
  }

  public var edit: Edit?

  public init(_ edit: LastEdit?) {
    self.edit = edit.map { Edit(date: $0.date, memo: $0.memo) }
  }

  public var value: LastEdit? { edit.map { LastEdit(memo: $0.memo, date: $0.date) } }
}
