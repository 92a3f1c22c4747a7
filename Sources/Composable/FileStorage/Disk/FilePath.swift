import Foundation
import POSIX

/// A path that is known to be one, in the parts that the file layer needs.
struct FilePath: Hashable {
  let string: String

  init(_ string: String) {
    self.string = string
  }

  init(_ url: URL, for operation: FileStorageError.Operation) throws(FileStorageError) {
    guard url.isFileURL
    else { throw FileStorageError(.notAFileURL, operation: operation, url: url) }
    let path = url.absoluteURL.path
    guard path.hasPrefix("/"), !path.utf8.contains(0)
    else { throw FileStorageError(.notAFileURL, operation: operation, url: url) }
    guard path.utf8.count > 1
    else { throw FileStorageError(.isDirectory, operation: operation, url: url) }
    string = path
  }

  /// The last component.
  var name: String { string.split(separator: "/").last.map(String.init) ?? "" }

  /// The folder that it is in. The root is in itself.
  var folder: FilePath {
    let end = string.utf8.lastIndex(of: UInt8(ascii: "/")) ?? string.startIndex
    return FilePath(end == string.startIndex ? "/" : String(string[..<end]))
  }

  var isRoot: Bool { string == "/" }

  func appending(_ name: String) -> FilePath {
    FilePath(isRoot ? "/\(name)" : "\(string)/\(name)")
  }

  /// The target of the link at this path; `nil` if it is not a link.
  var linkTarget: FilePath? {
    guard
      (try? stat.at(self, followingLinks: false))?.isLink == true,
      let target = try? POSIX.linkTarget(of: string)
    else { return nil }
    return target.hasPrefix("/") ? FilePath(target) : folder.appending(target)
  }

  /// This path and, if it is a link, the paths it leads through. The last one is not a link, unless
  /// the links form a cycle.
  var hops: [FilePath] {
    var hops = [self]
    // The kernel follows forty links too.
    while hops.count <= 40, let next = hops[hops.count - 1].linkTarget { hops.append(next) }
    return hops
  }

  /// The file itself, where this may be a link to it. The links may lead to no file.
  func resolved(for operation: FileStorageError.Operation) throws(FileStorageError) -> FilePath {
    let hops = hops
    guard hops.count <= 40
    else { throw FileStorageError(errno: ELOOP, operation: operation, path: string) }
    return hops[hops.count - 1]
  }

  /// The same path through any links, as far as its folders exist.
  var canonical: FilePath {
    guard !isRoot
    else { return self }
    guard let real = realPath(of: folder.string)
    else { return folder.standardized.canonical.appending(name) }
    return FilePath(real).appending(name)
  }

  /// The path without steps that lead nowhere or back.
  private var standardized: FilePath {
    guard string.contains("/.") || string.contains("//")
    else { return self }
    return FilePath(URL(fileURLWithPath: string).standardizedFileURL.path)
  }

  /// The name with `suffix` put before its extension, shortened to what file systems allow.
  func sibling(suffix: String) -> FilePath {
    let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
    var (stem, fileExtension) = (name[..<dot], name[dot...])
    if fileExtension.utf8.count > 32 { (stem, fileExtension) = (name[...], "") }
    while stem.utf8.count + suffix.utf8.count + fileExtension.utf8.count > 255 {
      stem.removeLast()
    }
    return folder.appending(stem + suffix + fileExtension)
  }

  /// A hidden name derived from this one, for a file that belongs to it.
  func hiddenSibling(suffix: String) -> FilePath {
    // Sixteen digits distinguish long names that are cut to the same prefix.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in name.utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    guard name.utf8.count + suffix.utf8.count + 1 > 255
    else { return folder.appending(".\(name)\(suffix)") }
    var stem = name[...]
    while stem.utf8.count + suffix.utf8.count + 18 > 255 { stem.removeLast() }
    return folder.appending(".\(stem)-\(String(hash, radix: 16))\(suffix)")
  }
}
