import ComposableTerminal
import FileStorage
import Foundation

/// The person's own keys: `speechmemo/keys` in the folder for how programs are set.
struct KeysFile {
  /// What is wrong with it.
  struct Invalid: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  let url: URL

  init(folders: XDGFolders = XDGFolders()) {
    url = folders.configuration.appendingPathComponent("speechmemo/keys")
  }

  /// What it says; nothing where there is none.
  ///
  /// - Throws: ``Invalid``.
  func read() throws -> KeyMap {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile {
      return KeyMap()
    } catch {
      throw Invalid(description: "your keys in \(url.path) cannot be read: \(error)")
    }
    guard let text = String(validating: data, as: UTF8.self)
    else { throw Invalid(description: "your keys in \(url.path) are not text") }
    do {
      return try KeyMap(parsing: text)
    } catch {
      throw Invalid(description: "your keys in \(url.path), \(error)")
    }
  }
}
