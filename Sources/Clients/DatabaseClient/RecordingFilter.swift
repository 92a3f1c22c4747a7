public import Foundation
public import SharedModels

/// Which memos are meant, by what they are: those for which all that is given holds.
public struct RecordingFilter: Equatable, Sendable {
  /// Only memos from this moment on.
  public var from: Date?
  /// Only memos that are marked, or that are not.
  public var isFavorite: Bool?
  /// Only memos longer than this.
  public var longer: Duration?
  /// Only memos shorter than this.
  public var shorter: Duration?
  /// Only memos whose transcription is in one of these states, by their names; empty for all.
  public var statuses: Set<String>
  /// Only memos with each of these tags. Upper and lower case of ASCII do not matter.
  public var tags: [String]
  /// Only memos whose title begins so. Upper and lower case of ASCII do not matter.
  public var titlePrefix: String?
  /// Only memos before this moment.
  public var until: Date?

  /// A filter; one without arguments lets every memo through.
  public init(
    from: Date? = nil, until: Date? = nil, isFavorite: Bool? = nil, longer: Duration? = nil,
    shorter: Duration? = nil, statuses: Set<String> = [], tags: [String] = [],
    titlePrefix: String? = nil
  ) {
    self.from = from
    self.isFavorite = isFavorite
    self.longer = longer
    self.shorter = shorter
    self.statuses = statuses
    self.tags = tags
    self.titlePrefix = titlePrefix
    self.until = until
  }

  /// Whether a memo is meant.
  public func matches(_ recording: Recording) -> Bool {
    (from.map { recording.date >= $0 } ?? true)
      && (until.map { recording.date < $0 } ?? true)
      && (isFavorite.map { recording.isFavorite == $0 } ?? true)
      && (longer.map { recording.duration > $0 } ?? true)
      && (shorter.map { recording.duration < $0 } ?? true)
      && (statuses.isEmpty || statuses.contains(recording.transcription.status))
      && tags.allSatisfy { tag in
        recording.tags.contains { $0.asciiLowercased == tag.asciiLowercased }
      }
      && (titlePrefix.map { recording.title.asciiLowercased.hasPrefix($0.asciiLowercased) } ?? true)
  }
}

extension String {
  /// As SQLite compares texts without case.
  fileprivate var asciiLowercased: String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { ("A"..."Z").contains($0) ? Unicode.Scalar($0.value + 32) ?? $0 : $0 }))
  }
}
