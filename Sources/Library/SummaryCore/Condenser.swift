import SharedModels

/// Chooses the most important points of a memo with several parts.
struct Condenser: Sendable {
  let chat: ModelChat
  let language: String?
  /// The most bytes of a list of points.
  let limit: Int

  private static let pointLimit = 8

  struct Result {
    var keyPoints: [Summary.Point] = []
    var sentence: Summary.Point?
    var title: Summary.Point?
  }

  func condense(_ points: [Summary.Point]) async throws -> Result {
    let groups = groups(of: points)
    guard groups.count > 1
    else { return try await choose(from: points, most: Self.pointLimit) }
    var chosen: [Summary.Point] = []
    for group in groups {
      chosen += try await choose(from: group, most: max(1, group.count / 2)).keyPoints
    }
    return try await condense(chosen)
  }

  private func groups(of points: [Summary.Point]) -> [[Summary.Point]] {
    var groups: [[Summary.Point]] = []
    var size = 0
    for point in points {
      let added = point.text.utf8.count + 8
      if groups.isEmpty || size + added > limit && groups[groups.count - 1].count > 1 {
        groups.append([])
        size = 0
      }
      groups[groups.count - 1].append(point)
      size += added
    }
    return groups
  }

  private func choose(from points: [Summary.Point], most: Int) async throws -> Result {
    guard !points.isEmpty
    else { return Result() }
    let numbers = 1...points.count
    let list = zip(numbers, points).map { "\($0). \($1.text)" }.joined(separator: "\n")
    let answer: CondensingAnswer = try await chat.ask(
      SummaryPrompts.condensing(language: language), SummaryPrompts.data(list, "points"),
      SummaryPrompts.condensingSchema(language: language), language: language)
    func point(_ entry: CondensingAnswer.Entry?) -> Summary.Point? {
      guard let entry, let number = entry.point, numbers.contains(number),
        let text = entry.text?.cleaned, !text.isEmpty
      else { return nil }
      return Summary.Point(text, quote: points[number - 1].quote)
    }
    let chosen = Set(answer.keyPoints.filter(numbers.contains).prefix(most)).sorted()
      .map { points[$0 - 1] }
    return Result(
      keyPoints: chosen.isEmpty ? Array(points.prefix(most)) : chosen,
      sentence: point(answer.sentence),
      title: point(answer.title).flatMap { $0.text.count <= LocatedPoints.titleLimit ? $0 : nil })
  }
}
