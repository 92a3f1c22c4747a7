import FileStorage
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
      (["HOME": "/elsewhere"], "/elsewhere/.local/share/speechmemo"),
      (["HOME": "/elsewhere", "XDG_DATA_HOME": "/data"], "/data/speechmemo"),
      (["HOME": "/elsewhere", "SPEECHMEMO_HOME": "~/y"], "/elsewhere/y"),
      (["SPEECHMEMO_HOME": "~/y"], "/home/blob/y"),
      (["SPEECHMEMO_HOME": "~"], "/home/blob"),
    ] as [([String: String], String)])
  func root(environment: [String: String], path: String) {
    #expect(LibraryFolder(environment: environment, accountHome: home).root.path == path)
  }

  @Test(
    "A relative path is resolved against the working directory", arguments: ["y", "./y", "~me/y"])
  func relative(path: String) {
    let folder = LibraryFolder(environment: ["SPEECHMEMO_HOME": path], accountHome: home)
    let name = path.hasPrefix("./") ? String(path.dropFirst(2)) : path
    #expect(folder.root.path == FileManager.default.currentDirectoryPath + "/" + name)
  }

  @Test("An audio file's name never leads out of the audio folder")
  func noEscape() {
    let folder = LibraryFolder(root: URL(fileURLWithPath: "/memos", isDirectory: true))
    #expect(folder.audioFile(named: "a.wav").path == "/memos/audio/a.wav")
    #expect(folder.audioFile(named: "../../etc/passwd").path == "/memos/audio/passwd")
  }

  @Test("A new folder is private to its owner, and an existing one keeps its permissions")
  func make() throws {
    let room = FileManager.default.temporaryDirectory
      .appendingPathComponent("library-folder-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: room) }
    func permissions(_ url: URL) throws -> Int? {
      let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
      return (attributes[.posixPermissions] as? NSNumber)?.intValue
    }
    let made = room.appendingPathComponent("new/library", isDirectory: true)
    try LibraryFolder.make(made)
    try LibraryFolder.make(made)
    #expect(try permissions(made) == 0o700)

    let shared = room.appendingPathComponent("shared", isDirectory: true)
    try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: false)
    try FileManager.default.setAttributes([.posixPermissions: 0o775], ofItemAtPath: shared.path)
    try LibraryFolder.make(shared)
    #expect(try permissions(shared) == 0o775)

    let file = room.appendingPathComponent("file")
    try Data().write(to: file)
    #expect(throws: (any Error).self) { try LibraryFolder.make(file) }
    #expect(throws: (any Error).self) {
      try LibraryFolder.make(file.appendingPathComponent("library"))
    }
  }

  @Test("The reason for the library's location is available")
  func origin() {
    #expect(
      LibraryFolder.origin(environment: ["SPEECHMEMO_HOME": "/m"]) == "set by SPEECHMEMO_HOME")
    #expect(
      LibraryFolder.origin(environment: ["SPEECHMEMO_HOME": "", "XDG_DATA_HOME": "/d"])
        == "under XDG_DATA_HOME")
  }

  @Test("All files that the program stores in a library belong to it, and no others")
  func own() {
    let folder = LibraryFolder(root: URL(fileURLWithPath: "/nonexistent/library"))
    for name in [
      "library.sqlite", "library.sqlite-wal", "settings.json", "retired.json", "filters.json",
      "list.json", "navigation.json", "unsaved-texts.json", "webhook-secret", "audio/a.wav",
      "crashes/c.log", "deleting/d.json", "drafts/d.flac", "memos/m.json", "moving/m.json",
      "uploads/u", ".reserve",
    ] {
      #expect(folder.owns(folder.root.appendingPathComponent(name)), "\(name)")
    }
    for name in ["talk.txt", "settings.txt", "filter.json"] {
      #expect(!folder.owns(folder.root.appendingPathComponent(name)), "\(name)")
    }
  }

  @Test("How the program is set is beside other programs' settings")
  func configuration() {
    let folder = ConfigurationFolder(
      XDGFolders(environment: ["HOME": "/home/me", "XDG_CONFIG_HOME": "/etc/me"]))
    #expect(folder.keys.path == "/etc/me/speechmemo/keys")
    #expect(folder.tokens.path == "/etc/me/speechmemo/tokens")
    #expect(
      ConfigurationFolder(XDGFolders(environment: ["HOME": "/home/me"])).root.path
        == "/home/me/.config/speechmemo")
  }
}
