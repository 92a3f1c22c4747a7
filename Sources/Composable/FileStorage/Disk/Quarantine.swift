import Foundation
import POSIX

extension FilePath {
  /// The names that a file may be moved aside to, the best first.
  func quarantineNames(date: Date) -> some Sequence<FilePath> {
    let style = Date.ISO8601FormatStyle(dateSeparator: .dash, timeSeparator: .omitted)
    let suffix = ".unreadable-\(date.formatted(style))"
    return (1...).lazy.map { sibling(suffix: $0 == 1 ? suffix : "\(suffix)-\($0)") }
  }

  /// Renames this file, unless the new name is taken: that fails with `EEXIST`.
  func move(to other: FilePath) throws(SystemError) {
    // Renaming replaces an existing file. An empty file therefore reserves the name, which only one
    // process can create, and is then replaced. A crash in between leaves it there, and the file
    // unchanged.
    _ = try Descriptor(other.string, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, mode: 0o600)
    do throws(SystemError) {
      try rename(string, to: other.string)
    } catch {
      try? removeFile(other.string)
      throw error
    }
  }
}
