import SharedModels

public enum BackupFailure: Error, Equatable, CustomStringConvertible {
  case backup(path: String)
  case busy(path: String)
  case damaged(path: String)
  /// The user made different edits, titles, tags, or dates in the backup and in the library.
  case edited(titles: [String])
  case libraryKeptChanging
  case newerVersion(path: String, found: Int, supported: Int)
  case none(path: String)
  case otherFiles(path: String, name: String)
  case otherLibrary(path: String, count: Int)
  case ownFolder(path: String)
  case sameLibrary(place: String)
  case sameAudio(place: String)
  case unreadable(path: String, detail: String)

  public var description: String {
    switch self {
    case .backup(let path):
      "\(path) is a backup, not a library; use another folder"
    case .busy(let path):
      "another program is using \(path); try again when it is done"
    case .damaged(let path):
      """
      the backup is damaged: \(path) has changed since it was written; use an older copy of the \
      folder, or make a new backup in another folder
      """
    case .edited(let titles):
      """
      you have edited \(Self.memos(titles)) both in the library and in the backup, and nothing was \
      restored: --keep keeps the library's edits, titles, tags, and dates, --replace takes the \
      backup's
      """
    case .libraryKeptChanging:
      "memos kept being deleted during the backup; try again later"
    case .newerVersion(let path, let found, let supported):
      """
      the backup in \(path) was made by a newer SpeechMemo (format \(found), this version supports \
      \(supported)): update SpeechMemo; nothing was changed
      """
    case .none(let path):
      "no backup found in \(path); 'speechmemo backup' makes one"
    case .otherFiles(let path, let name):
      "\(path) contains other files, such as '\(name)'; use a new or empty folder"
    case .otherLibrary(let path, let count):
      """
      \(path) contains a backup of another library (\(count.counted("memo")), none of \
      which is in this one); use another folder, or restore that backup first
      """
    case .ownFolder(let path):
      "\(path) is the library's own folder or inside it; use another one, ideally on another disk"
    case .sameLibrary(let place):
      "\(place) is the library that is being moved: choose another destination; nothing was moved"
    case .sameAudio(let place):
      """
      \(place) would store its audio in the same place as this library: choose another place; \
      nothing was moved
      """
    case .unreadable(let path, let detail):
      "\(path) cannot be used: \(detail); check the disk and your permissions"
    }
  }
  /// The number of memos and the first titles: `4 memos ('One', 'Two', 'Three', …)`.
  public static func memos(_ titles: [String]) -> String {
    let shown = titles.prefix(3).map { "'\($0)'" } + (titles.count > 3 ? ["…"] : [])
    return "\(titles.count.counted("memo")) (\(shown.joined(separator: ", ")))"
  }
}
