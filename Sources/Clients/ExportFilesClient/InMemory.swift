public import ConcurrencyExtras
import FileStorage
public import Foundation

extension ExportFilesClient {
  public static func inMemory(
    _ files: LockIsolated<[String: Data]> = LockIsolated([:]), folders: Set<String> = []
  ) -> Self {
    let home = "/home/me"
    let folders = LockIsolated(folders.union(["/", home]))
    @Sendable func item(at url: URL) -> Item {
      let path = url.standardizedFileURL.path
      if folders.withValue({ $0.contains(path) }) { return .folder }
      if files.withValue({ $0[path] != nil }) { return .file }
      let folder = url.standardizedFileURL.deletingLastPathComponent().path
      return folders.withValue { $0.contains(folder) } ? .nothing : .noFolder
    }
    return Self(
      homeFolder: { URL(fileURLWithPath: home, isDirectory: true) },
      item: { item(at: $0) },
      makeFolder: { url in
        guard item(at: url) != .file
        else { throw FileStorageError(.io(EEXIST), operation: .write, url: url) }
        folders.withValue { folders in
          var folder = url.standardizedFileURL
          while folders.insert(folder.path).inserted { folder.deleteLastPathComponent() }
        }
      },
      startingFolder: { URL(fileURLWithPath: home, isDirectory: true) },
      write: { data, url in
        switch item(at: url) {
        case .folder: throw FileStorageError(.isDirectory, operation: .write, url: url)
        case .noFolder: throw FileStorageError(.noFolder, operation: .write, url: url)
        case .file, .nothing, .stream:
          files.withValue { $0[url.standardizedFileURL.path] = data }
        }
      })
  }
}
