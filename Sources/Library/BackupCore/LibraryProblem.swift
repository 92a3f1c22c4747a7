public import SharedModels

/// Something that is wrong with a library or with a backup, and what to do.
public struct LibraryProblem: Encodable, Equatable, Sendable {
  /// What kind of thing is wrong.
  public enum Kind: String, Encodable, Sendable {
    /// A memo's sound has other bytes than when it was saved.
    case changedSound
    /// The database, or another file that is no sound, is damaged.
    case database
    /// A memo has no sound.
    case missingSound
    /// Sound that cannot be read or written.
    case unreadableSound
    /// No memo refers to sound that is there.
    case straySound
    /// The same sound is in both libraries, in memos that differ.
    case twin
  }

  public var problem: Kind
  /// What is wrong, in one line.
  public var detail: String
  /// What to do, in one line.
  public var fix: String
  /// The file in question, by its name in the audio folder.
  public var file: String?
  /// The memo in question.
  public var id: String?

  public init(
    _ problem: Kind, _ detail: String, fix: String, file: String? = nil,
    id: Recording.ID? = nil
  ) {
    self.problem = problem
    self.detail = detail
    self.fix = fix
    self.file = file
    self.id = id?.rawValue.uuidString.lowercased()
  }
}

extension LibraryProblem {
  /// What to do where this backup does not help.
  static let restoreOlder = "import the same recording again, or restore an older backup"

  /// A memo's sound is not what it was when it was saved.
  static func changedSound(of recording: Recording, fix: String) -> Self {
    Self(
      .changedSound, "\(recording.name): its audio has changed since it was saved",
      fix: fix, file: recording.audio.fileName, id: recording.id)
  }
}

extension Recording {
  /// What the memo is called in a line about it.
  var name: String {
    "\(id.rawValue.uuidString.lowercased().prefix(8)) \(displayTitle)"
  }
}
