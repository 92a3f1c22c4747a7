public import SharedModels

/// What of a memo leaves the library: its transcript in some form, or its sound.
public enum ExportContent: Hashable, Sendable {
  /// The audio file as the library holds it, byte for byte.
  case audio
  case transcript(ExportFormat)
}

extension ExportContent: CaseIterable {
  /// Each format of a transcript, and the sound.
  public static var allCases: [Self] { ExportFormat.allCases.map(Self.transcript) + [.audio] }
}

/// The raw value is the name that commands and settings use: a format's own, or `audio`.
extension ExportContent: RawRepresentable {
  /// What that name stands for; `nil` for an unknown name.
  public init?(rawValue: String) {
    if rawValue == "audio" {
      self = .audio
    } else if let format = ExportFormat(rawValue: rawValue) {
      self = .transcript(format)
    } else {
      return nil
    }
  }

  /// The name that commands and settings use.
  public var rawValue: String {
    switch self {
    case .audio: "audio"
    case .transcript(let format): format.rawValue
    }
  }
}

extension ExportContent {
  /// The usual extension of such a file of that memo, without a dot.
  public func fileExtension(of recording: Recording) -> String {
    switch self {
    case .audio: recording.audio.format.fileExtension
    case .transcript(let format): format.fileExtension
    }
  }

  /// What such a file of that memo is called: its title as far as every file system takes it, and
  /// the extension. `Untitled` where nothing of the title is left.
  public func fileName(of recording: Recording) -> String {
    "\(recording.title.asFileName).\(fileExtension(of: recording))"
  }

  /// A name for each of the memos, in their order, none twice even where case does not count.
  public func fileNames(of recordings: [Recording]) -> [String] {
    var taken: Set<String> = []
    return recordings.map { recording in
      numberedNames(for: fileName(of: recording)).first {
        taken.insert($0.lowercased()).inserted
      } ?? fileName(of: recording)
    }
  }
}

/// The name itself, and then with numbers before its extension: `Memo.txt`, `Memo 2.txt`, …
public func numberedNames(for name: String) -> some Sequence<String> {
  let dot = name.dropFirst().lastIndex(of: ".") ?? name.endIndex
  return sequence(first: 1) { $0 + 1 }.lazy.map { number in
    number == 1 ? name : "\(name[..<dot]) \(number)\(name[dot...])"
  }
}

extension String {
  /// Most file systems take 255 bytes; an extension and a number come to it.
  private static let longestFileName = 200

  /// The text without what some file system cannot have in a name, or a shell or a person would
  /// stumble over at its ends.
  fileprivate var asFileName: String {
    var name = ""
    for character in self {
      if character.isWhitespace {
        // One space for as many as there are.
        if name.last != " " { name.append(" ") }
      } else if "/\\:*?\"<>|".contains(character) {
        name.append("-")
      } else if !character.unicodeScalars.contains(where: \.hasNoPlaceInFileName) {
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
  fileprivate var hasNoPlaceInFileName: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator, .surrogate, .unassigned: true
    // These turn the direction of what follows; joiners, which emoji need, are kept.
    case .format: value != 0x200C && value != 0x200D && !(0xE0020...0xE007F).contains(value)
    default: false
    }
  }
}
