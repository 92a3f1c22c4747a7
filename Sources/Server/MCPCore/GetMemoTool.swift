import DatabaseClient
import Dependencies
import MiddlewareHelpers
import SharedModels
import TranscriptExport

struct GetMemoTool: MCPTool {
  struct Arguments: Decodable {
    let id: Recording.ID
  }

  struct Output: Encodable {
    let memo: MCPMemo
    /// `nil` without a transcript; the memo's `transcription` has the reason.
    let transcript: Transcript?

    struct Transcript: Encodable {
      let language: String?
      let model: String
      let text: String
    }
  }

  @Dependency(\.database) private var database

  let description = MCPToolDescription(
    "get_memo", title: "Get a memo",
    "Returns a memo's title, date, duration, tags, and full transcript.", required: ["id"],
    ["id": .init(.id, "The memo's id.")])

  func call(_ arguments: Arguments) async throws -> Output {
    let memo = try await database.memo(arguments.id)
    let transcription = try await database.transcription(of: arguments.id)
    return Output(
      memo: MCPMemo(memo),
      transcript: transcription.map {
        Output.Transcript(language: $0.language, model: $0.model, text: textExport(memo, $0))
      })
  }
}
