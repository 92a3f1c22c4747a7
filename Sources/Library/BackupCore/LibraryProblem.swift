public import SharedModels

public struct LibraryProblem: Encodable, Equatable, Sendable {
  public enum Kind: String, Encodable, Sendable {
    case changedSound
    case database
    case missingSound
    case partialMemo
    case unreadableSound
    case straySound
    /// Both libraries have the same audio, in memos that differ.
    case twin
  }

  public var problem: Kind
  public var detail: String
  public var fix: String
  public var file: String?
  public var id: String?

  public init(
    _ problem: Kind, _ detail: String, fix: String, file: String? = nil,
    id: Recording.ID? = nil
  ) {
    self.problem = problem
    self.detail = detail
    self.fix = fix
    self.file = file
    self.id = id?.text
  }
}

extension LibraryProblem {
  static let restoreOlder = "import the same recording again, or restore an older backup"

  static func changedSound(of recording: Recording, fix: String) -> Self {
    Self(
      .changedSound, "\(recording.name): its audio has changed since it was saved",
      fix: fix, file: recording.audio.fileName, id: recording.id)
  }
}

extension LibraryProblem {
  static func partialMemo(_ recording: Recording, duration: Duration) -> Self {
    let id = recording.id.text.prefix(8)
    let (read, all) = (Int(recording.duration / .seconds(1)), Int(duration / .seconds(1)))
    return Self(
      .partialMemo,
      "\(recording.name): an earlier version read only \(read) of the \(all) seconds of its audio",
      fix: """
        export it with 'speechmemo export \(id) -f audio -o FOLDER', delete it with 'speechmemo \
        delete \(id)', and import the file
        """, file: recording.audio.fileName, id: recording.id)
  }
}

extension Recording {
  var name: String {
    "\(id.text.prefix(8)) \(displayTitle)"
  }
}
