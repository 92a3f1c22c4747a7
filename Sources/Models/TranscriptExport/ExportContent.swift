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
    return recordings.map { recording in
      numberedNames(for: fileName(of: recording)).first {
        taken.insert($0.caseFolded).inserted
      } ?? fileName(of: recording)
    }
  }
}

public func numberedNames(for name: String) -> some Sequence<String> {
  let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
  return sequence(first: 1) { $0 + 1 }.lazy.map { number in
    number == 1 ? name : "\(name[..<dot]) \(number)\(name[dot...])"
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
