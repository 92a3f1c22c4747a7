public import Foundation
public import SharedModels

public enum RecordingOrder: String, CaseIterable, Codable, Sendable {
  case newest, oldest, title, longest

  public enum Key: Equatable, Sendable {
    case date(Date)
    case duration(Duration)
    case title(String)
  }

  public func key(of recording: Recording) -> Key {
    switch self {
    case .newest, .oldest: .date(recording.date)
    case .longest: .duration(recording.duration)
    case .title: .title(recording.title)
    }
  }

  public func sorts(by key: Key) -> Bool {
    switch (self, key) {
    case (.newest, .date), (.oldest, .date), (.longest, .duration), (.title, .title): true
    default: false
    }
  }

  public var isDescending: Bool {
    switch self {
    case .longest, .newest: true
    case .oldest, .title: false
    }
  }

  /// Compares titles as `caseFolded`. `ties` decides between equal keys, in the same direction.
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

private struct TitleKey: Comparable {
  private let text: String

  init(_ title: String) {
    text = title.caseFolded
  }

  static func < (lhs: Self, rhs: Self) -> Bool {
    lhs.text.utf8.lexicographicallyPrecedes(rhs.text.utf8)
  }
}
