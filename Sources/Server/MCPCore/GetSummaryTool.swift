import DatabaseClient
import Dependencies
import MiddlewareHelpers
import ServerRouter
import SharedModels

struct GetSummaryTool: MCPTool {
  struct Arguments: Decodable {
    let id: Recording.ID
  }

  struct Output: Encodable {
    let memo: MCPMemo
    let summary: SummaryValue?
  }

  @Dependency(\.database) private var database

  let description = MCPToolDescription(
    "get_summary", title: "Get a summary",
    """
    Returns the summary that was made of a memo, if any. Each point has the words of the transcript \
    that support it, and their time. 'isStale' is true if the transcript has changed since.
    """, required: ["id"], ["id": .init(.id, "The memo's id.")])

  func call(_ arguments: Arguments) async throws -> Output {
    let memo = try await database.memo(arguments.id)
    guard let summary = try await database.summaries.summary(of: arguments.id)
    else { return Output(memo: MCPMemo(memo), summary: nil) }
    let transcription = try await database.transcription(of: arguments.id)
    return Output(memo: MCPMemo(memo), summary: SummaryValue(summary, of: transcription))
  }
}
