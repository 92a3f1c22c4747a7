public import Foundation

/// Why an audio file could not be read or stored. Every case names the file it is about, and
/// `description` is one line that says what is wrong and what to do.
///
/// A cancelled operation throws `CancellationError` instead.
public enum AudioFileError: Error, Equatable, Sendable {
  /// The file was written to while it was being copied.
  case changed(path: String)
  /// The file is of a known kind, but damaged or cut off so that nothing in it can be decoded.
  case damaged(path: String, format: String)
  /// There is a file where a new one was to be put. It is left as it is.
  case destinationExists(path: String)
  /// The file holds no bytes, or no audio frames.
  case empty(path: String)
  /// The system refused to read or write; `reason` is its own text.
  case io(path: String, reason: String)
  /// A folder, where a file was asked for.
  case isDirectory(path: String)
  /// No such file.
  case missing(path: String)
  /// The disk, or the quota on it, is full. What was being written has been removed.
  case noSpace(path: String)
  /// The content is not that of any audio or video format known here.
  case notAudio(path: String)
  /// A pipe, socket or device, which can not be read as a file.
  case notRegularFile(path: String)
  /// The permissions of the file, or of a folder above it, forbid the access.
  case permissionDenied(path: String)
  /// The file is in an audio store, which does not give or take it; `reason` is a line that says why,
  /// and what to do.
  case store(path: String, reason: String)
  /// A format that is read through a program that is not installed; `hint` says how to get it.
  case unsupported(path: String, format: String, hint: String)

  /// The file that the error is about, as it was given.
  public var path: String {
    switch self {
    case .changed(let path), .damaged(let path, _), .destinationExists(let path),
      .empty(let path), .io(let path, _), .isDirectory(let path), .missing(let path),
      .noSpace(let path), .notAudio(let path), .notRegularFile(let path),
      .permissionDenied(let path), .store(let path, _), .unsupported(let path, _, _):
      path
    }
  }
}

extension AudioFileError: CustomStringConvertible {
  /// One line for a person, with line breaks and control characters in the name escaped.
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
  /// The same line as `description`.
  public var errorDescription: String? { description }
}

extension String {
  /// The string on one line, safe to print to a terminal: line breaks, tabs, control and
  /// direction-changing characters are written as escapes, the rest (emoji too) as it is.
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
