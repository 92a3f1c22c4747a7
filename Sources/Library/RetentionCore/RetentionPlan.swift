import DatabaseClient
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

  /// What of it still may go. Between a plan and a yes there can be hours, and other programs.
  func stillDue(in database: DatabaseClient) async throws -> Self {
    let rows = try await database.recordings(
      matching: RecordingQuery(ids: (toTrash + toForget).map(\.id), place: nil))
    let now = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return Self(
      toTrash: toTrash.compactMap { now[$0.id] }.filter {
        $0.trashedAt == nil && !$0.isFavorite && !$0.transcription.isPending
      },
      // One that was brought back and thrown away again has its days in the trash before it.
      toForget: toForget.compactMap { memo in
        now[memo.id].flatMap { $0.trashedAt == memo.trashedAt ? $0 : nil }
      })
  }
}

/// What went by itself.
public struct RetentionOutcome: Equatable, Sendable {
  /// What is wrong with it, in words for a person: files that could not be deleted, or why
  /// the rest did not go.
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
