import Foundation
import LibraryFolder
import Testing

struct LibraryFolderTests {
  private let home = URL(fileURLWithPath: "/home/blob", isDirectory: true)

  @Test(
    "The folder is the one the environment names",
    arguments: [
      ([:], "/home/blob/.local/share/speechmemo"),
      (["XDG_DATA_HOME": "/data"], "/data/speechmemo"),
      (["XDG_DATA_HOME": "relative"], "/home/blob/.local/share/speechmemo"),
      (["SPEECHMEMO_HOME": "/memos", "XDG_DATA_HOME": "/data"], "/memos"),
      (["SPEECHMEMO_HOME": ""], "/home/blob/.local/share/speechmemo"),
    ] as [([String: String], String)])
  func root(environment: [String: String], path: String) {
    #expect(LibraryFolder(environment: environment, home: home).root.path == path)
  }

  @Test("An audio file's name never leads out of the audio folder")
  func noEscape() {
    let folder = LibraryFolder(root: URL(fileURLWithPath: "/memos", isDirectory: true))
    #expect(folder.audioFile(named: "a.wav").path == "/memos/audio/a.wav")
    #expect(folder.audioFile(named: "../../etc/passwd").path == "/memos/audio/passwd")
  }
}
