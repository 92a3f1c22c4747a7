import AudioFileClient
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

  @Test("A full cache keeps the partial files of other downloads, and removes unused ones")
  func fullCache() throws {
    let library = try StoredSounds()
    let folder = library.folder()
    let fetched = folder.root.appendingPathComponent("fetched", isDirectory: true)
    try FileManager.default.createDirectory(at: fetched, withIntermediateDirectories: true)
    let source = RemoteAudioSource { name, _ in throw AudioFileError.missing(path: name) }
    let cache = AudioCache(of: folder, from: source, limit: 1, local: .simulated())
    func keep(_ name: String) throws {
      let file = folder.root.appendingPathComponent(name)
      try Data([1, 2, 3]).write(to: file)
      cache.keep(file, named: name)
    }
    do {
      let used = try PartialDownload(fetched.appendingPathComponent(".a.wav"))
      try used.append([1, 2, 3])
      try keep("b.wav")
      #expect(library.names(in: "fetched") == [".a.wav"])
      #expect(try used.byteCount == 3)
    }
    try keep("c.wav")
    #expect(library.names(in: "fetched") == [])
  }
}
