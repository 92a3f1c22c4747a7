import Foundation

/// A name in an existing folder, whose coming, going or changing matters to a watcher of a file.
struct WatchPoint: Hashable {
  let folder: FilePath
  let name: String

  /// The paths to watch for changes of the file at `path`.
  ///
  /// Its name in its folder; for a link, also each name that the link leads through; and for a
  /// missing folder, the first missing name in the nearest existing folder.
  static func all(for path: FilePath) -> [WatchPoint] {
    path.hops.map { hop in
      var (folder, name) = (hop.folder, hop.name)
      while !folder.isRoot, (try? stat.at(folder))?.isDirectory != true {
        (folder, name) = (folder.folder, folder.name)
      }
      return WatchPoint(folder: folder, name: name)
    }
  }
}
