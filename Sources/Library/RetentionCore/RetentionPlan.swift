import DatabaseClient
public import SharedModels
public import Tagged

public struct RetentionPlan: Equatable, Sendable {
  public var toTrash: [Recording]
  public var toDelete: [Recording]

  public init(toTrash: [Recording] = [], toDelete: [Recording] = []) {
    self.toTrash = toTrash
    self.toDelete = toDelete
  }

  public var isEmpty: Bool { toTrash.isEmpty && toDelete.isEmpty }

  public var freedByteCount: Int64 { toDelete.audioByteCount }

  public var trashedByteCount: Int64 { toTrash.audioByteCount }

  /// Revalidates the plan: hours may pass between planning and confirmation.
  func revalidated(in database: DatabaseClient) async throws -> Self {
    let rows = try await database.recordings(
      matching: RecordingQuery(ids: (toTrash + toDelete).map(\.id), place: nil))
    let now = Dictionary(rows.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    return Self(
      toTrash: toTrash.compactMap { now[$0.id] }.filter {
        $0.trashedAt == nil && !$0.isFavorite && !$0.transcription.isPending
      },
      // A memo that was restored and trashed again starts over.
      toDelete: toDelete.compactMap { memo in
        now[memo.id].flatMap { $0.trashedAt == memo.trashedAt ? $0 : nil }
      })
  }
}

public struct RetentionOutcome: Equatable, Sendable {
  public var failures: [String]
  public var deletedCount: Int
  public var freedByteCount: Int64
  public var trashed: [Recording.ID]

  public init(
    failures: [String] = [], deletedCount: Int = 0, freedByteCount: Int64 = 0,
    trashed: [Recording.ID] = []
  ) {
    self.failures = failures
    self.deletedCount = deletedCount
    self.freedByteCount = freedByteCount
    self.trashed = trashed
  }
}

extension RetentionOutcome {
  public var notice: String? {
    var parts: [String] = []
    if !trashed.isEmpty { parts.append("\(trashed.count.counted("memo")) moved to the trash.") }
    if deletedCount > 0 {
      parts.append(
        "\(deletedCount.counted("memo")) permanently deleted, \(freedByteCount.fileSize) freed.")
    }
    return (parts + failures).isEmpty ? nil : (parts + failures).joined(separator: " ")
  }
}
