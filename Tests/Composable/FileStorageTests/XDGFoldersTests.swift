import FileStorage
import Foundation
import Testing

struct XDGFoldersTests {
  private func folders(_ environment: [String: String]) -> XDGFolders {
    XDGFolders(
      environment: environment, accountHome: URL(fileURLWithPath: "/home/me", isDirectory: true))
  }

  @Test("Folders follow the environment")
  func named() {
    let folders = folders([
      "HOME": "/elsewhere", "XDG_CACHE_HOME": "/caches", "XDG_CONFIG_HOME": "/settings",
      "XDG_DATA_HOME": "/data/of me", "XDG_DOCUMENTS_DIR": "/letters",
    ])
    #expect(folders.caches.path == "/caches")
    #expect(folders.configuration.path == "/settings")
    #expect(folders.data.path == "/data/of me")
    #expect(folders.documents.path == "/letters")
  }

  @Test("Unset and relative variables use the defaults")
  func usual() {
    for path in [nil, "", "relative", "~/data"] {
      let names = ["XDG_CACHE_HOME", "XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_DOCUMENTS_DIR"]
      let folders = folders(
        Dictionary(uniqueKeysWithValues: names.map { ($0, path) }).compactMapValues(\.self))
      #expect(folders.caches.path == "/home/me/.cache")
      #expect(folders.configuration.path == "/home/me/.config")
      #expect(folders.data.path == "/home/me/.local/share")
      #expect(folders.documents.path == "/home/me/Documents")
    }
  }

  @Test(
    "HOME overrides the account's folder if it is absolute",
    arguments: [
      (nil, "/home/me"), ("", "/home/me"), ("relative", "/home/me"), ("~", "/home/me"),
      ("/elsewhere", "/elsewhere"),
    ] as [(String?, String)])
  func home(variable: String?, path: String) {
    let folders = folders(["HOME": variable].compactMapValues(\.self))
    #expect(folders.home.path == path)
    #expect(folders.data.path == path + "/.local/share")
    #expect(folders.documents.path == path + "/Documents")
  }

  @Test(
    "The documents folder follows the user's own list",
    arguments: [
      (#"XDG_DOCUMENTS_DIR="$HOME/Dokumente""#, "/Dokumente"),
      (#"XDG_DOCUMENTS_DIR="$HOME/my \"best\" \\ work""#, #"/my "best" \ work"#),
      (#"XDG_DOCUMENTS_DIR="$HOME""#, ""),
      ("XDG_DOCUMENTS_DIR=\"$HOME/a\"\n  XDG_DOCUMENTS_DIR=\"$HOME/b\"", "/b"),
      ("# XDG_DOCUMENTS_DIR=\"$HOME/a\"\nXDG_MUSIC_DIR=\"$HOME/b\"", "/Documents"),
      (#"XDG_DOCUMENTS_DIR="relative""#, "/Documents"),
    ])
  func userFolders(list: String, path: String) throws {
    let home = FileManager.default.temporaryDirectory
      .appendingPathComponent("xdg-folders-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: home) }
    let folders = folders(["HOME": home.path])
    try FileManager.default.createDirectory(
      at: folders.configuration, withIntermediateDirectories: true)
    try Data(list.utf8).write(to: folders.configuration.appendingPathComponent("user-dirs.dirs"))
    #expect(folders.documents.path == home.path + path)
  }

  @Test("A documents folder elsewhere may be in the list, too")
  func userFolderElsewhere() throws {
    let settings = FileManager.default.temporaryDirectory
      .appendingPathComponent("xdg-folders-\(UUID().uuidString)", isDirectory: true)
    defer { try? FileManager.default.removeItem(at: settings) }
    try FileManager.default.createDirectory(at: settings, withIntermediateDirectories: true)
    try Data(#"XDG_DOCUMENTS_DIR="/srv/letters""#.utf8)
      .write(to: settings.appendingPathComponent("user-dirs.dirs"))
    #expect(folders(["XDG_CONFIG_HOME": settings.path]).documents.path == "/srv/letters")
  }

  @Test(
    "A path may start at the home folder, otherwise at the working directory",
    arguments: [
      ("~", "/elsewhere"), ("~/y", "/elsewhere/y"), ("/a/~/y", "/a/~/y"), ("y", "CURRENT/y"),
      ("./y", "CURRENT/y"), ("~root/y", "CURRENT/~root/y"), ("~~", "CURRENT/~~"),
    ])
  func paths(path: String, place: String) {
    let current = FileManager.default.currentDirectoryPath
    #expect(
      folders(["HOME": "/elsewhere"]).url(of: path).path
        == place.replacing("CURRENT", with: current))
  }

  @Test("The variable that determines a folder is available")
  func origin() {
    let variables = ["XDG_DATA_HOME": "/data", "HOME": "/elsewhere"]
    #expect(folders(variables).origin(of: "XDG_DATA_HOME") == "under XDG_DATA_HOME")
    #expect(folders(variables).origin(of: "XDG_CACHE_HOME") == "under HOME")
    #expect(
      folders(["XDG_DATA_HOME": "relative", "HOME": "/h"]).origin(of: "XDG_DATA_HOME")
        == "under HOME")
    #expect(
      folders(["HOME": "relative"]).origin(of: "XDG_DATA_HOME")
        == "under the account's home folder, because HOME is not set")
  }
}
