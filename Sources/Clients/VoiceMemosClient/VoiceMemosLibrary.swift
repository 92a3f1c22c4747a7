public import Foundation
public import SharedModels

/// What a library of Apple's Voice Memos holds.
public struct VoiceMemosLibrary: Equatable, Sendable {
  /// How many memos were deleted there, and are kept for a while. They are not among the memos.
  public var deletedCount: Int
  /// The memos, oldest first.
  public var memos: [VoiceMemo]

  /// Creates a value from its properties.
  public init(memos: [VoiceMemo] = [], deletedCount: Int = 0) {
    self.deletedCount = deletedCount
    self.memos = memos
  }
}

/// A memo of Apple's Voice Memos.
public struct VoiceMemo: Equatable, Sendable {
  /// When it was recorded, if that is known.
  public var date: Date?
  /// Its sound. The file is missing if it is in the cloud only.
  public var file: URL
  /// The name of the folder that a person has put it into.
  public var folder: String?
  /// Its title, if it has one.
  public var title: String?

  /// Creates a value from its properties.
  public init(file: URL, title: String? = nil, date: Date? = nil, folder: String? = nil) {
    self.date = date
    self.file = file
    self.folder = folder
    self.title = title
  }
}

/// The transcript that Voice Memos has made.
public struct VoiceMemoSpeech: Equatable, Sendable {
  /// What was spoken, as a code such as `en`; `nil` if not known.
  public var language: String?
  /// In the order of speech, with the time of each word.
  public var segments: [Segment]

  /// Creates a value from its properties.
  public init(segments: [Segment], language: String? = nil) {
    self.language = language
    self.segments = segments
  }
}

/// Why a library of Apple's Voice Memos cannot be read. A line for the user.
public enum VoiceMemosError: Error, Equatable, CustomStringConvertible {
  /// There is none in the folder.
  case notFound(path: String)
  /// The database has another form than the one that is published.
  case unknownForm(path: String, missing: String)
  /// The database cannot be read.
  case unreadable(path: String, reason: String)

  public var description: String {
    switch self {
    case .notFound(let path):
      """
      \(path) is not a Voice Memos library: it contains no CloudRecordings.db; use the \
      'Recordings' folder of Voice Memos
      """
    case .unknownForm(let path, let missing):
      """
      \(path) has an unknown format: \(missing) is missing; its audio files can still be imported \
      individually
      """
    case .unreadable(let path, let reason): "\(path) cannot be read: \(reason)"
    }
  }
}
