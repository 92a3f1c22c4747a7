public import Foundation
import POSIX

public struct ImportSources: Equatable, Sendable {
  public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
    case emptyFolder(String)
    case missing(String)
    case symbolicLinkLoop(String)
    case unreadable(String, reason: String)

    public var description: String {
      switch self {
      case .emptyFolder(let path): "\(path): no audio files in this folder"
      case .missing(let path): "\(path): no such file or folder"
      case .symbolicLinkLoop(let path): "\(path): a symbolic link that points back to itself"
      case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
      }
    }

    /// The path for display: bytes that are not UTF-8 appear as `\xE4`.
    public var escapedPath: String {
      switch self {
      case .emptyFolder(let path), .missing(let path), .symbolicLinkLoop(let path),
        .unreadable(let path, _):
        path.showingBytes
      }
    }
  }

  public var files: [URL] = []
  public var problems: [Problem] = []

  /// Adds a file, or the media below a folder, sorted, without hidden files and links to folders.
  public mutating func add(_ url: URL) {
    let status: stat
    do throws(SystemError) {
      status = try fileStatus(of: url.path)
    } catch {
      problems.append(Self.problem(error, path: url.path))
      return
    }
    guard status.st_mode & S_IFMT == S_IFDIR
    else {
      files.append(url)
      return
    }
    let known = (files: files.count, problems: problems.count)
    addFiles(below: url)
    if files.count == known.files, problems.count == known.problems {
      problems.append(.emptyFolder(url.path))
    }
  }

  public init() {}

  private mutating func addFiles(below folder: URL) {
    let names: [String]
    do throws(SystemError) {
      names = try POSIX.names(in: folder.path)
    } catch {
      problems.append(Self.problem(error, path: folder.path))
      return
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let url = folder.appendingPathComponent(name)
      let hasAudioExtension = Self.hasAudioExtension(name)
      do throws(SystemError) {
        switch try fileStatus(of: url.path, followingLinks: false).st_mode & S_IFMT {
        case S_IFDIR: addFiles(below: url)
        case S_IFREG where hasAudioExtension: files.append(url)
        case S_IFLNK where hasAudioExtension:
          if try fileStatus(of: url.path).st_mode & S_IFMT == S_IFREG { files.append(url) }
        default: break
        }
      } catch {
        if hasAudioExtension { problems.append(Self.problem(error, path: url.path)) }
      }
    }
  }

  private static func problem(_ error: SystemError, path: String) -> Problem {
    switch error.code {
    case ENOENT, ENOTDIR: .missing(path)
    case ELOOP: .symbolicLinkLoop(path)
    default: .unreadable(path, reason: error.reason)
    }
  }

  public static func hasAudioExtension(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot > name.startIndex
    else { return false }
    return audioExtensions.contains(name[name.index(after: dot)...].lowercased())
  }

  private static let audioExtensions: Set<String> = [
    "3gp", "aac", "ac3", "aif", "aifc", "aiff", "amr", "ape", "asf", "au", "avi", "caf", "dsf",
    "flac", "flv", "m4a", "m4b", "m4v", "mka", "mkv", "mov", "mp2", "mp3", "mp4", "mpc", "mpeg",
    "mpg", "oga", "ogg", "opus", "qta", "rf64", "snd", "spx", "tta", "w64", "wav", "weba", "webm",
    "wma", "wmv", "wv",
  ]
}
