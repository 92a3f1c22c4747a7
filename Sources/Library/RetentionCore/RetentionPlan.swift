import DatabaseClient
public import SharedModels
public import Tagged

/// The memos that are old enough to be moved to the trash or deleted from it.
public struct RetentionPlan: Equatable, Sendable {
  /// Memos to move to the trash, newest first.
  public var toTrash: [Recording]
  /// Memos in the trash to delete permanently, newest first.
  public var toForget: [Recording]

  public init(toTrash: [Recording] = [], toForget: [Recording] = []) {
    self.toTrash = toTrash
    self.toForget = toForget
  }

  public var isEmpty: Bool { toTrash.isEmpty && toForget.isEmpty }

  /// Bytes of audio that will be deleted permanently.
  public var freedByteCount: Int64 { toForget.audioByteCount }

  /// Bytes of audio that will be moved to the trash, where it still takes space.
  public var trashedByteCount: Int64 { toTrash.audioByteCount }

  /// The part still valid: hours may pass, and other programs run, between planning and
  /// confirmation.
  func stillDue(in database: DatabaseClient) async throws -> Self {
    let rows = try await database.recordings(
      matching: RecordingQuery(ids: (toTrash + toForget).map(\.id), place: nil))
    let now = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return Self(
      toTrash: toTrash.compactMap { now[$0.id] }.filter {
        $0.trashedAt == nil && !$0.isFavorite && !$0.transcription.isPending
      },
      // A memo that was restored and trashed again starts its days in the trash anew.
      toForget: toForget.compactMap { memo in
        now[memo.id].flatMap { $0.trashedAt == memo.trashedAt ? $0 : nil }
      })
  }
}

/// What was moved to the trash or deleted.
public struct RetentionOutcome: Equatable, Sendable {
  /// What failed, for a person to read: files that could not be deleted, or why the rest was not
  /// done.
  public var failures: [String]
  /// How many memos were deleted permanently.
  public var forgottenCount: Int
  /// How many bytes were freed.
  public var freedByteCount: Int64
  /// The memos moved to the trash: ``RetentionKeeper/restore`` restores them.
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

extension RetentionOutcome {
  /// What was deleted, and what failed, for a person; `nil` where there is nothing to tell.
  public var notice: String? {
    var parts: [String] = []
    if !trashed.isEmpty { parts.append("\(trashed.count.counted("memo")) moved to the trash.") }
    if forgottenCount > 0 {
      parts.append(
        "\(forgottenCount.counted("memo")) permanently deleted, \(freedByteCount.fileSize) freed.")
    }
    return (parts + failures).isEmpty ? nil : (parts + failures).joined(separator: " ")
  }
}
