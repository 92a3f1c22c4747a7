public import Dependencies
import Foundation

extension DownloadClient: TestDependencyKey {
  public static let testValue = Self()

  public static var previewValue: Self {
    Self { link, folder, progress in
      let name = link.url.lastPathComponent
      let file = folder.appendingPathComponent(["", "/"].contains(name) ? "download" : name)
      let bytes = Data(link.description.utf8)
      try bytes.write(to: file)
      progress(.bytes(Int64(bytes.count), total: Int64(bytes.count)))
      return Download(file: file)
    }
  }
}
