public import Foundation

/// An error reading or storing an audio file. A canceled operation throws `CancellationError`.
public enum AudioFileError: Error, Equatable, Sendable {
  case changed(path: String)
  case damaged(path: String, format: String)
  case destinationExists(path: String)
  case empty(path: String)
  case io(path: String, reason: String)
  case isDirectory(path: String)
  case missing(path: String)
  case noSpace(path: String)
  case notAudio(path: String)
  case notRegularFile(path: String)
  case noTrack(path: String, count: Int)
  case permissionDenied(path: String)
  case store(path: String, reason: String)
  case unsupported(path: String, format: String, hint: String)

  public var path: String {
    switch self {
    case .changed(let path), .damaged(let path, _), .destinationExists(let path),
      .empty(let path), .io(let path, _), .isDirectory(let path), .missing(let path),
      .noSpace(let path), .notAudio(let path), .notRegularFile(let path), .noTrack(let path, _),
      .permissionDenied(let path), .store(let path, _), .unsupported(let path, _, _):
      path
    }
  }
}

extension AudioFileError {
  /// The description for clients of a server: `name` replaces the file's path.
  public func description(naming name: String) -> String {
    description.replacing(path.escapedForOneLine, with: name).replacing(path, with: name)
  }
}

extension AudioFileError: CustomStringConvertible {
  public var description: String {
    let name = path.escapedForOneLine
    return switch self {
    case .changed:
      "\(name) changed while it was being copied; try again when it is complete"
    case .damaged(_, let format):
      "\(name) looks like \(format) but is damaged or truncated and cannot be decoded;"
        + " copy it again from its source"
    case .destinationExists:
      "\(name) already exists and was left unchanged; choose another name"
    case .empty:
      "\(name) is empty: it contains no audio; check where it came from"
    case .io(_, let reason):
      "cannot access \(name): \(reason.escapedForOneLine); check the disk and try again"
    case .isDirectory:
      "\(name) is a folder; name the audio files in it"
    case .missing:
      "\(name) does not exist; check the name"
    case .noSpace:
      "not enough disk space to write \(name); free some space and try again"
    case .notAudio:
      "\(name) is not an audio file, or its format is not supported; convert it to WAV or FLAC"
    case .notRegularFile:
      "\(name) is a pipe or a device, not a regular file; send it to standard input instead"
    case .noTrack(_, let count):
      count == 1
        ? "\(name) has a single audio track; use track 1"
        : "\(name) has \(count) audio tracks; use a track from 1 to \(count)"
    case .permissionDenied:
      "no permission to access \(name); change its permissions or those of its folder"
    case .store(_, let reason):
      "cannot access \(name) in the audio store: \(reason.escapedForOneLine)"
    case .unsupported(_, let format, let hint):
      "cannot read \(name) (\(format)): \(hint)"
    }
  }
}

extension AudioFileError: LocalizedError {
  public var errorDescription: String? { description }
}

extension String {
  var escapedForOneLine: String {
    unicodeScalars.reduce(into: "") { line, scalar in
      switch scalar.properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator:
        line += scalar.escaped(asASCII: true)
      case .format where !scalar.joinsEmoji:
        line += scalar.escaped(asASCII: true)
      default:
        line.unicodeScalars.append(scalar)
      }
    }
  }
}

extension Unicode.Scalar {
  /// Emoji sequences (families, flags of regions) are built with these format characters.
  fileprivate var joinsEmoji: Bool {
    value == 0x200D || (0xE0020...0xE007F).contains(value)
  }
}
