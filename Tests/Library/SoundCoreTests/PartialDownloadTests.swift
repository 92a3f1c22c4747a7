import Foundation
import POSIX
@testable import SoundCore
import Testing

struct PartialDownloadTests {
  @Test("A partial file in use stays, also if it is beside another process's", arguments: [1, 2])
  func inUse(count: Int) throws {
    let library = try StoredSounds()
    let folder = library.folder().root
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let url = folder.appendingPathComponent(".a.wav")
    // The first has the file, as another process would.
    var downloads: [PartialDownload] = []
    for _ in 0..<count { downloads.append(try PartialDownload(url)) }
    let used = try #require(downloads.last?.url)
    #expect((used == url) == (count == 1))
    #expect(!PartialDownload.removeUnused(used))
    #expect(fileExists(used.path))
    downloads = []
    #expect(PartialDownload.removeUnused(used))
    #expect(!fileExists(used.path))
  }
}
