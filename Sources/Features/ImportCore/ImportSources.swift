public import Foundation

/// The files that a person's paths stand for.
public struct ImportSources: Equatable, Sendable {
  /// Why a path brings nothing.
  public enum Problem: Error, Equatable, Sendable, CustomStringConvertible {
    case emptyFolder(String)
    case missing(String)
    case symbolicLinkLoop(String)
    case unreadable(String, reason: String)

    public var description: String {
      switch self {
      case .emptyFolder(let path): "\(path): no audio file in this folder"
      case .missing(let path): "\(path): no such file or folder"
      case .symbolicLinkLoop(let path): "\(path): a symbolic link that leads back to itself"
      case .unreadable(let path, let reason): "\(path): cannot be read: \(reason)"
      }
    }
  }

  public var files: [URL] = []
  public var problems: [Problem] = []

  /// Follows `path`: a file stands for itself, whatever its name; a folder for the files below it
  /// that are named like audio or video, in the order of their names. Hidden files and folders,
  /// and links to folders, are left out of folders.
  public mutating func add(_ url: URL) {
    var status = stat()
    guard stat(url.path, &status) == 0
    else {
      problems.append(Self.problem(errno, path: url.path))
      return
    }
    guard status.st_mode & S_IFMT == S_IFDIR
    else {
      files.append(url)
      return
    }
    do {
      let found = try Self.audioFiles(below: url)
      files += found
      if found.isEmpty { problems.append(.emptyFolder(url.path)) }
    } catch let error as Problem {
      problems.append(error)
    } catch {
      problems.append(.unreadable(url.path, reason: "\(error.localizedDescription)"))
    }
  }

  public init() {}

  private static func audioFiles(below folder: URL) throws -> [URL] {
    let manager = FileManager.default
    let names: [String]
    do {
      names = try manager.contentsOfDirectory(atPath: folder.path)
    } catch {
      throw problem(errno, path: folder.path)
    }
    return try names.sorted().filter { !$0.hasPrefix(".") }.flatMap { name -> [URL] in
      let url = folder.appendingPathComponent(name)
      var status = stat()
      guard lstat(url.path, &status) == 0
      else { return [] }
      switch status.st_mode & S_IFMT {
      case S_IFDIR: return try audioFiles(below: url)
      case S_IFREG, S_IFLNK:
        return audioExtensions.contains(url.pathExtension.lowercased()) ? [url] : []
      default: return []
      }
    }
  }

  private static func problem(_ code: Int32, path: String) -> Problem {
    switch code {
    case ENOENT, ENOTDIR: .missing(path)
    case ELOOP: .symbolicLinkLoop(path)
    default: .unreadable(path, reason: String(cString: strerror(code)))
    }
  }

  /// The endings of names that say "audio" or "video with sound"; a file that is named on its own
  /// is tried whatever its ending.
  private static let audioExtensions: Set<String> = [
    "3gp", "aac", "aif", "aiff", "amr", "au", "avi", "caf", "flac", "m4a", "m4b", "mka", "mkv",
    "mov", "mp3", "mp4", "oga", "ogg", "opus", "wav", "webm", "wma",
  ]
}
