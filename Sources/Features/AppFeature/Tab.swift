import ComposableTerminal
import TerminalUI

public enum Tab: String, CaseIterable, Codable, Sendable {
  case memos, search, queue, statistics, settings

  var title: String {
    switch self {
    case .memos: "Memos"
    case .queue: "Queue"
    case .search: "Search"
    case .settings: "Settings"
    case .statistics: "Statistics"
    }
  }

  var key: Key {
    let number = (Self.allCases.firstIndex(of: self) ?? 0) + 1
    return Key(.character(Character(String(number))))
  }

  func moved(by distance: Int) -> Self { Self.allCases.cycled(from: self, by: distance) }
}
