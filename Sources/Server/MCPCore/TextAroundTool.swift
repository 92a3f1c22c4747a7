import DatabaseClient
import Dependencies
import MiddlewareHelpers
import ServerRouter
import SharedModels

struct TextAroundTool: MCPTool {
  struct Arguments: Decodable {
    let id: Recording.ID
    let seconds: Double?
    let time: Double
  }

  struct Output: Encodable {
    let lines: [Line]
    let memo: MCPMemo
    let text: String

    /// Times are in seconds.
    struct Line: Encodable {
      let end: Double
      let start: Double
      let text: String
    }
  }

  @Dependency(\.database) private var database

  let description = MCPToolDescription(
    "text_around", title: "Text around a time",
    "Returns what was said in a memo shortly before and after a time.", required: ["id", "time"],
    [
      "id": .init(.id, "The memo's id."),
      "seconds": .init(.number, "The number of seconds before and after the time. Default: 15."),
      "time": .init(.number, "The time in seconds from the memo's start, as returned by 'search'."),
    ])

  func call(_ arguments: Arguments) async throws -> Output {
    let time = try description.inputSchema.seconds(arguments.time, "time")
    let margin = try description.inputSchema.seconds(arguments.seconds ?? 15, "seconds")
    let memo = try await database.memo(arguments.id)
    guard let transcription = try await database.transcription(of: arguments.id)
    else {
      throw ServerProblem(
        .notFound, .noTranscript,
        detail: """
          the memo has no transcript (\(memo.transcription.status)): 'get_memo' returns its details
          """)
    }
    let end = max(memo.duration, transcription.segments.last?.end ?? .zero)
    guard time <= end
    else {
      throw ServerProblem.badArgument(
        "'time' is after the memo's end, at \(end.secondsToMillisecond) seconds")
    }
    let segments = transcription.segments.compactMap { segment in
      segment.part(from: time - margin, to: time + margin)
    }
    return Output(
      lines: segments.map {
        Output.Line(
          end: $0.end.secondsToMillisecond, start: $0.start.secondsToMillisecond, text: $0.text)
      },
      memo: MCPMemo(memo), text: segments.map(\.text).joinedAsText())
  }
}

extension Segment {
  fileprivate func part(from start: Duration, to end: Duration) -> Segment? {
    guard self.start <= end, self.end >= start
    else { return nil }
    // A segment without words can't be cut.
    guard !words.isEmpty, self.start < start || self.end > end
    else { return self }
    let words = words.filter { $0.start <= end && $0.end >= start }
    guard !words.isEmpty
    else { return nil }
    var part = Segment(words: words)
    part.language = language
    return part
  }
}
