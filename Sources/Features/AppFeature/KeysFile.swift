import ComposableTerminal
import Foundation
public import LibraryFolder

struct KeysFile {
  struct Invalid: Error, Equatable, CustomStringConvertible {
    let description: String
  }

  let url: URL

  init(in folder: ConfigurationFolder) {
    url = folder.keys
  }

  func read() throws(Invalid) -> KeyMap {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch CocoaError.fileReadNoSuchFile {
      return KeyMap()
    } catch {
      throw Invalid(
        description: "your keys in \(url.path) cannot be read: \(error.localizedDescription)")
    }
    guard let text = String(validating: data, as: UTF8.self)
    else { throw Invalid(description: "your keys in \(url.path) are not UTF-8 text") }
    do {
      return try KeyMap(parsing: text)
    } catch {
      throw Invalid(description: "your keys in \(url.path), \(error)")
    }
  }
}

extension AppProgram {
  /// Returns one line about the custom keys' error; `nil` if there is none.
  public nonisolated static func keysProblem(
    in configuration: ConfigurationFolder = ConfigurationFolder()
  ) -> String? {
    do {
      _ = try KeysFile(in: configuration).read()
      return nil
    } catch {
      return error.description
    }
  }
}
