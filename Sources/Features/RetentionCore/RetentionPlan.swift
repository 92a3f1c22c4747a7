public import SharedModels
public import Tagged

/// What is old enough to go by itself.
public struct RetentionPlan: Equatable, Sendable {
  /// Memos that go to the trash, newest first.
  public var toTrash: [Recording]
  /// Memos in the trash that go for good, newest first.
  public var toForget: [Recording]

  public init(toTrash: [Recording] = [], toForget: [Recording] = []) {
    self.toTrash = toTrash
    self.toForget = toForget
  }

  public var isEmpty: Bool { toTrash.isEmpty && toForget.isEmpty }

  /// How many bytes the sound takes that goes for good. What goes to the trash still takes its room.
  public var freedByteCount: Int64 { toForget.reduce(0) { $0 + $1.audio.byteCount } }

  /// How many bytes the sound takes that goes to the trash.
  public var trashedByteCount: Int64 { toTrash.reduce(0) { $0 + $1.audio.byteCount } }
}

/// What went by itself.
public struct RetentionOutcome: Equatable, Sendable {
  /// What is wrong with it, in words for a person: files that could not be deleted.
  public var failures: [String]
  /// How many memos went for good.
  public var forgottenCount: Int
  /// How many bytes were freed.
  public var freedByteCount: Int64
  /// The memos that went to the trash: ``RetentionKeeper/restore`` brings them back.
  public var trashed: [Recording.ID]

  public init(
    failures: [String] = [], forgottenCount: Int = 0, freedByteCount: Int64 = 0,
    trashed: [Recording.ID] = []
  ) {
    self.failures = failures
    self.forgottenCount = forgottenCount
    self.freedByteCount = freedByteCount
    self.trashed = trashed
  }
}
