public import Foundation
public import SharedModels

/// The order of a list of memos.
public enum RecordingOrder: String, CaseIterable, Codable, Sendable {
  case newest, oldest, title, longest

  /// What a list is ordered by, of one memo.
  public enum Key: Equatable, Sendable {
    case date(Date)
    case duration(Duration)
    case title(String)
  }

  /// What this order goes by, of a memo.
  public func key(of recording: Recording) -> Key {
    switch self {
    case .newest, .oldest: .date(recording.date)
    case .longest: .duration(recording.duration)
    case .title: .title(recording.title)
    }
  }

  /// Whether a key is of the kind that this order goes by.
  public func goes(by key: Key) -> Bool {
    switch (self, key) {
    case (.newest, .date), (.oldest, .date), (.longest, .duration), (.title, .title): true
    default: false
    }
  }

  /// Whether it goes from high to low: the latest date, the longest memo first.
  public var isDescending: Bool {
    switch self {
    case .longest, .newest: true
    case .oldest, .title: false
    }
  }

  /// Whether one memo comes before another. Titles are compared without regard to the case of
  /// English letters.
  ///
  /// - Parameter ties: What decides between memos of the same key: where it goes from high to low, the
  ///   higher one comes first.
  public func isBefore<Tie: Comparable>(
    _ recording: Recording, _ other: Recording, ties: (Tie, Tie)
  ) -> Bool {
    switch self {
    case .longest: (recording.duration, ties.0) > (other.duration, ties.1)
    case .newest: (recording.date, ties.0) > (other.date, ties.1)
    case .oldest: (recording.date, ties.0) < (other.date, ties.1)
    case .title:
      (TitleKey(recording.title), ties.0) < (TitleKey(other.title), ties.1)
    }
  }
}

/// A title as SQLite's collation NOCASE compares it.
private struct TitleKey: Comparable {
  private let bytes: [UInt8]

  init(_ title: String) {
    bytes = title.utf8.map { (0x41...0x5a).contains($0) ? $0 | 0x20 : $0 }
  }

  static func < (lhs: Self, rhs: Self) -> Bool { lhs.bytes.lexicographicallyPrecedes(rhs.bytes) }
}
