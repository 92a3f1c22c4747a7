public import Foundation
public import SharedModels

public struct VoiceMemosLibrary: Equatable, Sendable {
  public var deletedCount: Int
  /// Oldest first.
  public var memos: [VoiceMemo]

  public init(memos: [VoiceMemo] = [], deletedCount: Int = 0) {
    self.deletedCount = deletedCount
    self.memos = memos
  }
}

public struct VoiceMemo: Equatable, Sendable {
  public var date: Date?
  /// Missing if the audio is only in the cloud.
  public var file: URL
  public var folder: String?
  public var title: String?

  public init(file: URL, title: String? = nil, date: Date? = nil, folder: String? = nil) {
    self.date = date
    self.file = file
    self.folder = folder
    self.title = title
  }
}

public struct VoiceMemoTranscript: Equatable, Sendable {
  public var language: String?
  public var segments: [Segment]

  public init(segments: [Segment], language: String? = nil) {
    self.language = language
    self.segments = segments
  }
}

public enum VoiceMemosError: Error, Equatable, CustomStringConvertible {
  case notFound(path: String)
  case unknownSchema(path: String, missing: String)
  case unreadable(path: String, reason: String)

  public var description: String {
    switch self {
    case .notFound(let path):
      """
      \(path) is not a Voice Memos library: it contains no CloudRecordings.db; use the \
      'Recordings' folder of Voice Memos
      """
    case .unknownSchema(let path, let missing):
      """
      \(path) has an unknown format: \(missing) is missing; its audio files can still be imported \
      individually
      """
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    }
  }
}
