public import Foundation

/// A memo's summary. Everything in it quotes the transcript.
public struct Summary: Equatable, Sendable {
  public var actionItems: [ActionItem] = []
  public var decisions: [Point] = []
  /// Entries of the model that were left out, because their quotes are not in the transcript.
  public var droppedCount = 0
  public var keyPoints: [Point] = []
  public var provenance: Provenance
  public var sentence: Point?
  /// `nil` if the user gave the memo's title.
  public var title: Point?

  public init(provenance: Provenance) {
    self.provenance = provenance
  }

  public var isEmpty: Bool {
    sentence == nil && keyPoints.isEmpty && decisions.isEmpty && actionItems.isEmpty
  }

  public func isStale(for transcription: Transcription) -> Bool {
    provenance.transcriptID != transcription.id
      || provenance.transcriptEditedAt != transcription.editedAt
  }

  public struct ActionItem: Equatable, Sendable {
    public var point: Point
    /// In the memo's words, or a speaker's name.
    public var who: String?
    /// In the memo's words.
    public var when: String?

    public init(_ point: Point, who: String? = nil, when: String? = nil) {
      self.point = point
      self.when = when
      self.who = who
    }

    public var text: String {
      let details = [who, when].compactMap(\.self).joined(separator: ", ")
      return details.isEmpty ? point.text : "\(point.text) (\(details))"
    }
  }

  public struct Point: Equatable, Sendable {
    public var quote: Quote
    public var text: String

    public init(_ text: String, quote: Quote) {
      self.quote = quote
      self.text = text
    }
  }

  /// Words of the transcript, spelled as there.
  public struct Quote: Equatable, Sendable {
    public var end: Duration
    public var start: Duration
    public var text: String
    public var words: Range<Int>

    public init(text: String, words: Range<Int>, start: Duration, end: Duration) {
      self.end = end
      self.start = start
      self.text = text
      self.words = words
    }
  }

  public struct Provenance: Equatable, Sendable {
    public var createdAt: Date
    public var model: String
    public var promptVersion: Int
    public var transcriptEditedAt: Date?
    public var transcriptID: Transcription.ID

    public init(
      createdAt: Date, model: String, promptVersion: Int, transcriptEditedAt: Date?,
      transcriptID: Transcription.ID
    ) {
      self.createdAt = createdAt
      self.model = model
      self.promptVersion = promptVersion
      self.transcriptEditedAt = transcriptEditedAt
      self.transcriptID = transcriptID
    }

    public init(
      model: String, promptVersion: Int, transcription: Transcription, createdAt: Date
    ) {
      self.init(
        createdAt: createdAt, model: model, promptVersion: promptVersion,
        transcriptEditedAt: transcription.editedAt, transcriptID: transcription.id)
    }
  }
}
