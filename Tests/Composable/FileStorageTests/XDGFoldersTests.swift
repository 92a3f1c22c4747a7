import FileStorage
import Foundation
import Testing

struct XDGFoldersTests {
  private func folders(_ environment: [String: String]) -> XDGFolders {
    XDGFolders(environment: environment, home: URL(fileURLWithPath: "/home/me"))
  }

  @Test("Folders are those that the environment names")
  func named() {
    let folders = folders(["XDG_CONFIG_HOME": "/settings", "XDG_DATA_HOME": "/data/of me"])
    #expect(folders.configuration.path == "/settings")
    #expect(folders.data.path == "/data/of me")
  }

  @Test("Without a name, or with one that is no whole path, they are the usual ones")
  func usual() {
    for path in [nil, "", "relative", "~/data"] {
      let folders = folders(
        ["XDG_CONFIG_HOME": path, "XDG_DATA_HOME": path].compactMapValues(\.self))
      #expect(folders.configuration.path == "/home/me/.config")
      #expect(folders.data.path == "/home/me/.local/share")
    }
  }
}
