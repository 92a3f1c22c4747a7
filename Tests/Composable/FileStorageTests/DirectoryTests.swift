import FileStorage
import Foundation
import Testing

struct DirectoryTests {
  @Test("KEY-23 KEY-24 The user's folders are absolute, and differ")
  func folders() {
    let folders: [URL] = [
      .applicationSupportDirectory, .cachesDirectory, .documentsDirectory,
    ]
    #expect(Set(folders.map(\.path)).count == folders.count)
    for folder in folders {
      #expect(folder.isFileURL && folder.hasDirectoryPath, "\(folder)")
      #expect(folder.path.hasPrefix("/"), "\(folder)")
    }
  }

  @Test("KEY-23 Both spellings name one file")
  func spelling() {
    #expect(
      URL.documentsDirectory.appending(component: "meetings.json")
        == URL.documentsDirectory.appending(path: "meetings.json"))
  }
}
