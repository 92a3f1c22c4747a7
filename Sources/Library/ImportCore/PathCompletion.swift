import Foundation
import POSIX

/// What the tab key makes of a path that is typed.
enum PathCompletion {
  /// As many as are of use to a person.
  private static let limit = 500

  /// The paths of files and folders that begin with a text, in the order of their names; hidden
  /// ones only where the text names a dot.
  static func paths(goingOnFrom text: String, home: String) -> [String] {
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

  /// What all of them begin with.
  static func common(_ paths: [String]) -> String {
    guard let first = paths.first
    else { return "" }
    return paths.dropFirst().reduce(first) { $0.commonPrefix(with: $1, options: .literal) }
  }
}
