import Foundation
import POSIX

enum PathCompletion {
  private static let limit = 500

  static func paths(completing text: String, home: String) -> [String] {
    let typed = text == "~" ? "~/" : text
    let place = typed.lastIndex(of: "/").map { typed.index(after: $0) } ?? typed.startIndex
    let (folder, beginning) = (String(typed[..<place]), typed[place...])
    let path =
      folder.isEmpty ? "." : folder.hasPrefix("~/") ? home + folder.dropFirst() : folder
    let names = (try? POSIX.names(in: path)) ?? []
    return names.filter {
      $0.hasPrefix(beginning) && (beginning.hasPrefix(".") || !$0.hasPrefix("."))
    }
    .sorted().prefix(limit)
    .map { folder + $0 + (isFolder("\(path)/\($0)") ? "/" : "") }
  }

  static func common(_ paths: [String]) -> String {
    guard let first = paths.first
    else { return "" }
    return paths.dropFirst().reduce(first) { $0.commonPrefix(with: $1, options: .literal) }
  }
}
