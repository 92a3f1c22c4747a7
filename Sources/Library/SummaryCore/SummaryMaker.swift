import Dependencies
import LanguageModelClient
public import SharedModels

public struct SummaryMaker: Sendable {
  @Dependency(\.date.now) private var now
  @Dependency(\.languageModel) private var languageModel

  public init() {}

  /// Most local servers have at least this much.
  private static let usualContext = 4096

  /// More than a day of speech needs. A server may report any number.
  private static let largestContext = 1 << 20

  /// Fewer than most tokens have, so that estimates are rather too high.
  private static let bytesPerToken = 3

  private static let smallestPart = 600

  /// - Parameter report: Receives the number of finished parts, and of all.
  /// - Throws: ``SummaryFailure``, ``LanguageModelClient/LanguageModelClient/Failure``.
  public func summary(
    of recording: Recording, _ transcription: Transcription,
    report: (_ done: Int, _ total: Int) -> Void = { _, _ in }
  ) async throws -> Summary {
    let words = transcription.spokenWords
    guard !words.isEmpty
    else { throw SummaryFailure.noWords }
    let model = try await languageModel.model()
    let context = min(model.contextLength ?? Self.usualContext, Self.largestContext)
    let language = transcription.language.flatMap(LanguageName.code)
    let chat = ModelChat(
      languageModel: languageModel, model: model.name,
      tokenLimit: min(4000, context / 3))
    let overhead = SummaryPrompts.summary(language: language).utf8.count / Self.bytesPerToken
    var limit = (context - chat.tokenLimit - overhead) * Self.bytesPerToken
    guard limit >= Self.smallestPart
    else { throw SummaryFailure.contextTooSmall(model: model.name) }

    var collected = LocatedPoints(
      finder: QuoteFinder(words, language: language), speakers: transcription.speakers)
    var pending = TranscriptSplitter.parts(of: words, in: words.indices, limit: limit)
    var doneCount = 0
    while let part = pending.first {
      report(doneCount, doneCount + pending.count)
      do {
        let answer: SummaryAnswer = try await chat.ask(
          SummaryPrompts.summary(language: language),
          SummaryPrompts.data(Self.text(of: words, in: part, transcription), "transcript"),
          SummaryPrompts.summarySchema(language: language), language: language)
        collected.add(answer, from: part)
        pending.removeFirst()
        doneCount += 1
      } catch let failure as LanguageModelClient.Failure where failure.reason == .tooLong {
        limit /= 2
        guard limit >= Self.smallestPart
        else { throw SummaryFailure.contextTooSmall(model: model.name) }
        pending = TranscriptSplitter.parts(
          of: words, in: part.lowerBound..<words.endIndex, limit: limit)
      }
    }
    var summary = Summary(
      provenance: Summary.Provenance(
        model: model.name, promptVersion: SummaryPrompts.version, transcription: transcription,
        createdAt: now))
    summary.actionItems = collected.actionItems
    summary.decisions = collected.decisions
    summary.keyPoints = collected.keyPoints
    summary.sentence = collected.sentence
    summary.title = collected.title
    if doneCount > 1 {
      let condenser = Condenser(chat: chat, language: language, limit: limit)
      let condensed = try await condenser.condense(collected.keyPoints)
      summary.keyPoints = condensed.keyPoints
      summary.sentence = condensed.sentence
      summary.title = condensed.title
    }
    report(doneCount, doneCount)
    summary.droppedCount = collected.droppedCount
    if recording.hasOwnTitle(saying: words) { summary.title = nil }
    return summary
  }

  private static func text(
    of words: [Word], in range: Range<Int>, _ transcription: Transcription
  ) -> String {
    var lines: [String] = []
    var start = range.lowerBound
    func endLine(at end: Int) {
      let continues = start > range.lowerBound && words[start].speaker == words[start - 1].speaker
      let label = continues ? nil : transcription.speaker(words[start].speaker)?.label
      lines.append(
        (label.map { "\($0): " } ?? "") + words[start..<end].map(\.text).joinedAsText())
      start = end
    }
    for index in range.dropFirst()
    where words[index].speaker != words[index - 1].speaker
      || words.pause(before: index) >= .milliseconds(1500)
    {
      endLine(at: index)
    }
    endLine(at: range.upperBound)
    return lines.joined(separator: "\n")
  }
}
