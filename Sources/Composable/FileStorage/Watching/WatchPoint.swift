import Foundation

/// A name in an existing folder, whose coming, going or changing matters to a watcher of a file.
struct WatchPoint: Hashable {
  let folder: FilePath
  let name: String

  /// The paths to watch for changes of the file at `path`.
  ///
  /// That is its name in its folder; where it is a link, also each name that the link leads
  /// through; and where a folder is missing, the first missing one in the nearest that exists.
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
