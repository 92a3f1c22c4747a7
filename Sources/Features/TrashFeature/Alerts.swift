import ComposableArchitecture
import ComposableTerminal
import Foundation
import SharedModels
import Styleguide

extension AlertState where Action == TrashFeature.Action.Alert {
  static func delete(_ memo: Recording) -> Self {
    question(
      "Permanently delete '\(memo.displayTitle.printable)'?", [memo], button: "Delete")
  }

  static func empty(_ memos: [Recording]) -> Self {
    question("Empty the trash?", memos, button: "Empty")
  }

  static func facts(of memo: Recording, daysLeft: Int?, in timeZone: TimeZone) -> Self {
    var time = LocalTime(timeZone: timeZone)
    let source =
      switch memo.provenance.kind {
      case .recorded: memo.provenance.device.map { ["recorded from \($0.printable)"] } ?? []
      default: memo.provenance.originalFileName.map { ["imported from \($0.printable)"] } ?? []
      }
    let tags =
      memo.tags.isEmpty ? [] : [memo.tags.map { "#\($0.printable)" }.joined(separator: " ")]
    let deleted = memo.trashedAt.map { ["deleted \(time.text(for: $0))"] } ?? []
    let lines =
      ["\(time.text(for: memo.date)), \(memo.duration.clock), \(memo.audio.byteCount.fileSize)"]
      + source + tags + deleted + [daysLeft.map(Self.end) ?? "kept until you delete it"]
    return message(memo.displayTitle.printable, lines.joined(separator: "\n"))
  }

  static func filesLeft(_ failures: [String]) -> Self {
    message("Some files could not be deleted.", failures.joined(separator: "\n"))
  }

  static func notDeleted(_ error: any Error) -> Self {
    message("Nothing was deleted.", error)
  }

  static func notRestored(_ error: any Error) -> Self {
    message("The memo could not be restored.", error)
  }

  private static func end(_ daysLeft: Int) -> String {
    daysLeft == 0
      ? "permanently deleted the next time the app starts"
      : "permanently deleted in \(daysLeft.counted("day"))"
  }

  private static func question(_ title: String, _ memos: [Recording], button: String) -> Self {
    question(
      title,
      "\(memos.count.counted("memo")), \(memos.audioByteCount.fileSize). This cannot be undone.",
      button, role: .destructive, action: .confirmDeletion(memos.map(\.id)))
  }
}
