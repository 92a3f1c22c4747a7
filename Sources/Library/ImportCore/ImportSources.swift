public import Foundation
import POSIX

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

  /// Follows `url`: a file stands for itself, whatever its name; a folder for the files below it
  /// that are named like audio or video, in the order of their names. Hidden files and folders,
  /// and links to folders, are left out of folders. What cannot be read in a folder does not keep
  /// the rest of it from being found.
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
    let known = (files: files.count, problems: problems.count)
    addFiles(below: url)
    if files.count == known.files, problems.count == known.problems {
      problems.append(.emptyFolder(url.path))
    }
  }

  public init() {}

  private mutating func addFiles(below folder: URL) {
    let names: [String]
    switch Self.names(in: folder) {
    case .failure(let problem):
      problems.append(problem)
      return
    case .success(let found):
      names = found
    }
    for name in names.sorted() where !name.hasPrefix(".") {
      let url = folder.appendingPathComponent(name)
      let isNamedLikeAudio = Self.audioExtensions.contains(url.pathExtension.lowercased())
      var link = stat()
      guard lstat(url.path, &link) == 0
      else {
        if isNamedLikeAudio { problems.append(Self.problem(errno, path: url.path)) }
        continue
      }
      switch link.st_mode & S_IFMT {
      case S_IFDIR: addFiles(below: url)
      case S_IFREG where isNamedLikeAudio: files.append(url)
      case S_IFLNK where isNamedLikeAudio:
        var target = stat()
        if stat(url.path, &target) != 0 {
          problems.append(Self.problem(errno, path: url.path))
        } else if target.st_mode & S_IFMT == S_IFREG {
          files.append(url)
        }
      default: break
      }
    }
  }

  private static func names(in folder: URL) -> Result<[String], Problem> {
    guard let stream = opendir(folder.path)
    else { return .failure(problem(errno, path: folder.path)) }
    defer { closedir(stream) }
    var names: [String] = []
    while true {
      errno = 0
      guard let entry = readdir(stream)
      else {
        return errno == 0 ? .success(names) : .failure(problem(errno, path: folder.path))
      }
      let name = withUnsafeBytes(of: &entry.pointee.d_name) {
        String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self)
      }
      if name != ".", name != ".." { names.append(name) }
    }
  }

  private static func problem(_ code: Int32, path: String) -> Problem {
    switch code {
    case ENOENT, ENOTDIR: .missing(path)
    case ELOOP: .symbolicLinkLoop(path)
    default: .unreadable(path, reason: SystemError(code: code).reason)
    }
  }

  /// The endings of names that say "audio" or "video with sound"; a file that is named on its own
  /// is tried whatever its ending.
  private static let audioExtensions: Set<String> = [
    "3gp", "aac", "aif", "aiff", "amr", "au", "avi", "caf", "flac", "m4a", "m4b", "mka", "mkv",
    "mov", "mp3", "mp4", "oga", "ogg", "opus", "wav", "webm", "wma",
  ]
}
