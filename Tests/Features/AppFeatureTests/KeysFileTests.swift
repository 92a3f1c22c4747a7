import ComposableTerminal
import Foundation
import LibraryFolder
import Testing

@testable import AppFeature

/// A file of keys in a folder for one test.
final class KeysOnDisk {
  let folder = ConfigurationFolder(
    root: FileManager.default.temporaryDirectory.appending(component: "keys-\(UUID().uuidString)"))

  /// - Parameter text: The contents; `nil` for a folder instead of a file.
  init(_ text: String?) throws {
    try FileManager.default.createDirectory(
      at: text == nil ? folder.keys : folder.root, withIntermediateDirectories: true)
    try text.map { try Data($0.utf8).write(to: folder.keys) }
  }

  deinit { try? FileManager.default.removeItem(at: folder.root) }
}

struct KeysFileTests {
  private let nowhere = ConfigurationFolder(root: URL(filePath: "/nonexistent/configuration"))

  @Test("Without a keys file, all keys are unchanged")
  func missing() throws {
    #expect(try KeysFile(in: nowhere).read() == KeyMap())
    #expect(AppProgram.keysProblem(in: nowhere) == nil)
  }

  @Test("The keys file applies")
  func usual() throws {
    let file = try KeysOnDisk("# mine\nf2 = r\n")
    #expect(try KeysFile(in: file.folder).read() == KeyMap(parsing: "f2 = r"))
    #expect(AppProgram.keysProblem(in: file.folder) == nil)
  }

  @Test("An invalid line is reported with its number and path")
  func invalid() throws {
    let file = try KeysOnDisk("f2 = r\nf3 r\n")
    #expect(
      AppProgram.keysProblem(in: file.folder)
        == """
        your keys in \(file.folder.keys.path), line 2: 'f3 r' is not in the form \
        'KEY = KEY', such as 'f2 = r'
        """)
  }

  @Test("Invalid UTF-8 and unreadable files are reported")
  func unreadable() throws {
    let file = try KeysOnDisk("")
    try Data([0xff, 0xfe]).write(to: file.folder.keys)
    #expect(
      AppProgram.keysProblem(in: file.folder)
        == "your keys in \(file.folder.keys.path) are not UTF-8 text")
    let folder = try KeysOnDisk(nil)
    let problem = try #require(AppProgram.keysProblem(in: folder.folder))
    #expect(problem.hasPrefix("your keys in \(folder.folder.keys.path) cannot be read: "))
    #expect(!problem.contains("\n"))
  }
}
