public import Foundation
public import SharedModels

public struct RecordingFilter: Equatable, Sendable {
  public var from: Date?
  public var isFavorite: Bool?
  public var longer: Duration?
  public var shorter: Duration?
  public var statuses: Set<String>
  /// A memo must have each of them. Compared as `caseFolded`, like ``titlePrefix``.
  public var tags: [String]
  public var titlePrefix: String?
  public var until: Date?

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

  package var isOnlyDates: Bool {
    var rest = self
    (rest.from, rest.until) = (nil, nil)
    return rest == RecordingFilter()
  }

  public func matches(_ recording: Recording) -> Bool {
    (from.map { recording.date >= $0 } ?? true)
      && (until.map { recording.date < $0 } ?? true)
      && (isFavorite.map { recording.isFavorite == $0 } ?? true)
      && (longer.map { recording.duration > $0 } ?? true)
      && (shorter.map { recording.duration < $0 } ?? true)
      && (statuses.isEmpty || statuses.contains(recording.transcription.status))
      && tags.allSatisfy { tag in
        recording.tags.contains { $0.caseFolded == tag.caseFolded }
      }
      && (titlePrefix.map { recording.title.caseFolded.utf8.starts(with: $0.caseFolded.utf8) }
        ?? true)
  }
}
