public import SharedModels

public enum ExportContent: Hashable, Sendable {
  case audio
  case transcript(ExportFormat)
}

extension ExportContent: CaseIterable {
  public static var allCases: [Self] { ExportFormat.allCases.map(Self.transcript) + [.audio] }
}

extension ExportContent: RawRepresentable {
  public init?(rawValue: String) {
    if rawValue == "audio" {
      self = .audio
    } else if let format = ExportFormat(rawValue: rawValue) {
      self = .transcript(format)
    } else {
      return nil
    }
  }

  public var rawValue: String {
    switch self {
    case .audio: "audio"
    case .transcript(let format): format.rawValue
    }
  }
}

extension ExportContent {
  public func fileExtension(of recording: Recording) -> String {
    switch self {
    case .audio: recording.audio.format.fileExtension
    case .transcript(let format): format.fileExtension
    }
  }

  public func fileName(of recording: Recording) -> String {
    "\(recording.title.asFileName).\(fileExtension(of: recording))"
  }

  /// Returns a name for each memo, unique even where case does not count.
  public func fileNames(of recordings: [Recording]) -> [String] {
    var taken: Set<String> = []
    // With the search starting at 1, many equal titles would take quadratic time.
    var lastNumbers: [String: Int] = [:]
    return recordings.map { recording -> String in
      let name = fileName(of: recording)
      for (number, numbered) in numberedNames(for: name, from: lastNumbers[name] ?? 1)
      where taken.insert(numbered.caseFolded).inserted {
        lastNumbers[name] = number
        return numbered
      }
      return name
    }
  }
}

/// The name, `NAME 2`, `NAME 3` and so on, with the numbers before the extension.
public func numberedNames(
  for name: String, from first: Int = 1
) -> some Sequence<(number: Int, name: String)> {
  let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
  return (first...).lazy.map { number in
    (number: number, name: number == 1 ? name : "\(name[..<dot]) \(number)\(name[dot...])")
  }
}

extension String {
  /// Most file systems allow 255 bytes, and an extension and a number follow.
  private static let longestFileName = 200

  fileprivate var asFileName: String {
    var name = ""
    for character in self {
      if character.isWhitespace {
        if name.last != " " { name.append(" ") }
      } else if "/\\:*?\"<>|".contains(character) {
        name.append("-")
      } else if !character.unicodeScalars.contains(where: \.isInvalidInFileName) {
        name.append(character)
      }
    }
    name = String(name.drop { " .-".contains($0) })
    while name.utf8.count > Self.longestFileName || name.last == " " || name.last == "." {
      name.removeLast()
    }
    return name.isEmpty ? "Untitled" : name
  }
}

extension Unicode.Scalar {
  fileprivate var isInvalidInFileName: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    // These change the direction of the text after them. Emoji need joiners.
    case .format: value != 0x200C && value != 0x200D && !(0xE0020...0xE007F).contains(value)
    default: false
    }
  }
}
