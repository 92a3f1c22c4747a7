import SharedModels

/// The entries of answers whose quotes are in the transcript, without repetitions.
struct LocatedPoints {
  let finder: QuoteFinder
  let speakers: [Speaker]
  private(set) var actionItems: [Summary.ActionItem] = []
  private(set) var decisions: [Summary.Point] = []
  private(set) var droppedCount = 0
  private(set) var keyPoints: [Summary.Point] = []
  private(set) var sentence: Summary.Point?
  private(set) var title: Summary.Point?

  /// A model that lists more repeats itself.
  private static let entryLimit = 50
  private static let textLimit = 1000
  static let titleLimit = 100

  init(finder: QuoteFinder, speakers: [Speaker]) {
    self.finder = finder
    self.speakers = speakers
  }

  mutating func add(_ answer: SummaryAnswer, from part: Range<Int>) {
    for entry in answer.keyPoints.prefix(Self.entryLimit) {
      if let point = point(entry, in: part), !keyPoints.contains(where: point.repeats) {
        keyPoints.append(point)
      }
    }
    for entry in answer.decisions.prefix(Self.entryLimit) {
      if let point = point(entry, in: part), !decisions.contains(where: point.repeats) {
        decisions.append(point)
      }
    }
    for entry in answer.actionItems.prefix(Self.entryLimit) {
      if let point = point(entry, in: part),
        !actionItems.contains(where: { point.repeats($0.point) })
      {
        actionItems.append(
          Summary.ActionItem(
            point, who: spoken(entry.who, in: part, orSpeaker: true),
            when: spoken(entry.when, in: part)))
      }
    }
    if let entry = answer.sentence { sentence = point(entry, in: part) ?? sentence }
    if let entry = answer.title, let point = point(entry, in: part),
      point.text.count <= Self.titleLimit
    {
      title = point
    }
  }

  private mutating func point(
    _ entry: SummaryAnswer.Entry, in part: Range<Int>
  ) -> Summary.Point? {
    let text = (entry.text ?? "").cleaned
    guard !text.isEmpty, text.count <= Self.textLimit,
      let quote = finder.quote(entry.quote ?? "", in: part)
    else {
      droppedCount += 1
      return nil
    }
    return Summary.Point(text, quote: quote)
  }

  private func spoken(
    _ text: String?, in part: Range<Int>, orSpeaker: Bool = false
  ) -> String? {
    let text = (text ?? "").cleaned
    guard text.count <= Self.titleLimit
    else { return nil }
    if orSpeaker, let speaker = speakers.first(where: { $0.label.isSameName(as: text) }) {
      return speaker.label
    }
    return finder.quote(text, in: part) == nil ? nil : text
  }
}

extension String {
  var cleaned: String {
    withoutControls.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }
}

extension Summary.Point {
  fileprivate func repeats(_ other: Self) -> Bool {
    quote.words == other.quote.words || text.caseFolded == other.text.caseFolded
  }
}
