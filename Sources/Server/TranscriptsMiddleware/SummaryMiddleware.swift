import DatabaseClient
import Dependencies
public import HTTPMessages
import LanguageModelClient
import MiddlewareHelpers
import ServerRouter
public import SharedModels
import SummaryCore

public struct SummaryMiddleware: Sendable {
  @Dependency(\.database) private var database

  public init() {}

  public func get(_ id: Recording.ID, _ request: HTTPRequest) async throws -> HTTPResponse {
    _ = try await database.memo(id)
    guard let summary = try await database.summaries.summary(of: id)
    else { throw ServerProblem.noSummary }
    let transcription = try await database.transcription(of: id)
    return try request.json(SummaryValue(summary, of: transcription))
  }

  /// Makes a summary and replaces an earlier one. Takes minutes. The response has no text, which needs
  /// another scope.
  public func make(of id: Recording.ID) async throws -> HTTPResponse {
    try await database.requireOutsideTrash(id)
    let memo = try await database.memo(id)
    guard let transcription = try await database.transcription(of: id)
    else { throw ServerProblem.noTranscript(memo.transcription.missingReason) }
    let summary: Summary
    do {
      summary = try await SummaryMaker().summary(of: memo, transcription)
      try summary.requireSupport()
    } catch let error as LanguageModelClient.Failure {
      throw ServerProblem(error)
    } catch let error as SummaryFailure {
      throw ServerProblem(error)
    }
    try await database.summaries.save(summary: summary, of: id)
    return .noContent
  }
}

extension ServerProblem {
  /// The address of the model's server is only logged.
  fileprivate init(_ failure: LanguageModelClient.Failure) {
    guard failure.reason != .off
    else {
      self.init(
        .conflict, .noLanguageModel,
        detail: "the server has no language model: run 'speechmemo settings assistant URL' there")
      return
    }
    self.init(
      .serviceUnavailable, .languageModelUnavailable,
      detail: "the server's language model gave no summary: check the server's log")
    cause = failure.description
  }

  fileprivate init(_ failure: SummaryFailure) {
    switch failure {
    case .contextTooSmall, .malformed, .unsupported:
      self.init(
        .serviceUnavailable, .languageModelUnavailable,
        detail: """
          the server's language model gave no usable summary: try again, or choose another model \
          there with 'speechmemo settings assistant-model NAME'
          """)
      cause = failure.description
    case .noWords:
      self.init(.unprocessableContent, .nothingToSummarize, detail: failure.description)
    }
  }
}
