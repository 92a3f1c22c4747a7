public import HTTPMessages
public import SharedModels
public import Tagged

/// The status of one memo in the response to a request for several.
public struct MemoOutcome: Codable, Equatable, Sendable {
  public var detail: String?
  public var id: Recording.ID
  public var status: HTTPStatus

  public init(_ id: Recording.ID, problem: ServerProblem? = nil) {
    detail = problem?.detail
    self.id = id
    status = problem?.status ?? .ok
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encodeIfPresent(detail, forKey: .detail)
    try container.encode(id.text, forKey: .id)
    try container.encode(status, forKey: .status)
  }
}

public struct MemoOutcomes: Codable, Equatable, Sendable {
  /// One for each requested id, in their order.
  public var items: [MemoOutcome]

  public init(items: [MemoOutcome]) {
    self.items = items
  }
}

public struct DeletedMemos: Codable, Equatable, Sendable {
  public var byteCount: Int64
  /// One for each requested id, in their order.
  public var items: [MemoOutcome]
  public var memos: [Recording]

  public init(memos: [Recording], byteCount: Int64, items: [MemoOutcome]) {
    self.byteCount = byteCount
    self.items = items
    self.memos = memos
  }
}
