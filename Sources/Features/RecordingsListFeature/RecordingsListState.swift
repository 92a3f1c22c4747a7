public import ComposableArchitecture
public import SharedModels
public import SharedRecordings
public import Tagged
public import TerminalUI
public import UnsavedTexts

extension RecordingsListFeature {
  @ObservableState
  public struct State: Equatable {
    public var arrangement: Arrangement
    @Presents public var destination: Destination.State?
    /// What was deleted since the list was opened, newest last.
    public var deleted: [[Recording]] = []
    /// The text of the filter while it is typed.
    public var filterField: TextFieldState?
    /// The memos that were deleted last in an earlier run, and can still be brought back.
    public var deletedBefore: [Recording] = []
    /// What memos say first: of those that were on the screen, and empty until it is known.
    public var firstWords: [Recording.ID: String] = [:]
    public var list = ListState()
    /// Why the library could not be read.
    public var loadError: String?
    /// The memos that the next command is for, instead of the selected one.
    public var marked: Set<Recording.ID> = []
    /// A sheet that was left without saving what was typed there, until it is undone.
    var left: LeftSheet?
    /// How the list is left, to be found the next time.
    @Shared(.listPlace) public var place: ListPlace
    /// The memos that are shown, in their order. They are arranged when something changes, not when
    /// the list is drawn: there may be a hundred thousand.
    public var rows: [Recording.ID] = []
    @Shared public var recordings: IdentifiedArrayOf<Recording>
    /// How many memos there is room for with their first words.
    var room = 0
    let remembersPlace: Bool
    /// What is being stored of what was typed.
    var savedTexts: [UnsavedText] = []
    let selectsFirst: Bool
    /// What was typed into any memo and is not saved.
    @Shared(.unsavedTexts) public var unsavedTexts: [UnsavedText]

    /// - Parameters:
    ///   - recordings: The memos; those of the library, unless others are given.
    ///   - arrangement: Which of them are shown at first, and in which order.
    ///   - selectsFirst: Whether the first memo is selected when the library has been read.
    ///   - remembersPlace: Whether the list is as it was left the last time.
    public init(
      recordings: Shared<IdentifiedArrayOf<Recording>> = Shared(.recordings),
      arrangement: Arrangement = Arrangement(), selectsFirst: Bool = false,
      remembersPlace: Bool = false
    ) {
      let place = Shared(.listPlace)
      self.arrangement = remembersPlace ? place.wrappedValue.arrangement : arrangement
      _place = place
      _recordings = recordings
      self.remembersPlace = remembersPlace
      self.selectsFirst = selectsFirst
      arrange()
    }

    /// The selected memo.
    public var selectedID: Recording.ID? {
      list.selection.flatMap { rows.indices.contains($0) ? rows[$0] : nil }
    }

    /// The memos that a command is for: those that are marked, else the selected one.
    public var targetIDs: [Recording.ID] {
      marked.isEmpty ? selectedID.map { [$0] } ?? [] : rows.filter(marked.contains)
    }

    /// Updates the rows. The selected memo stays selected; if it is no longer shown, the one in
    /// its place is.
    mutating func arrange() {
      let selectedID = selectedID
      rows = arrangement.rows(of: recordings)
      // What is not shown is not deleted unseen.
      if !marked.isEmpty { marked.formIntersection(rows) }
      forgetRestored()
      guard let selection = list.selection
      else { return }
      let place = selectedID.flatMap { id in
        // Usually it is where it was.
        rows.indices.contains(selection) && rows[selection] == id
          ? selection : rows.firstIndex(of: id)
      }
      list.selection = rows.isEmpty ? nil : place ?? min(selection, rows.count - 1)
    }
  }
}

extension RecordingsListFeature.State {
  /// Updates the rows for another filter. Where there were none, the first one is chosen.
  mutating func filter() {
    arrange()
    if selectsFirst, list.selection == nil, !rows.isEmpty { list.selection = 0 }
  }

  /// Notes how the list is left, once there is one.
  mutating func keepPlace() {
    guard remembersPlace, !rows.isEmpty || arrangement.isFiltering, !$recordings.isLoading
    else { return }
    let place = ListPlace(arrangement, selectedID: selectedID ?? self.place.selectedID)
    if place != self.place { $place.withLock { $0 = place } }
  }

  /// Forgets deletions that were undone elsewhere, such as on the trash's page.
  mutating func forgetRestored() {
    guard !deleted.isEmpty || !deletedBefore.isEmpty
    else { return }
    let recordings = recordings
    deleted = deleted.map { $0.filter { recordings[id: $0.id] == nil } }.filter { !$0.isEmpty }
    deletedBefore.removeAll { recordings[id: $0.id] != nil }
  }

  /// The memos on the screen whose first words have not been asked for.
  var idsWithoutWords: [Recording.ID] {
    guard room > 0
    else { return [] }
    let recordings = recordings
    return list.visibleRows(count: rows.count, rows: room).map { rows[$0] }.filter {
      firstWords[$0] == nil && recordings[id: $0]?.transcription == .done
    }
  }

  /// Forgets the first words of memos that are transcribed again, and of all but what is on the
  /// screen where a person has gone through thousands.
  mutating func forgetFirstWords() {
    let recordings = recordings
    let isFull = firstWords.count > 2000
    let seen = isFull ? list.visibleRows(count: rows.count, rows: room).map { rows[$0] } : []
    firstWords = firstWords.filter { id, _ in
      recordings[id: id]?.transcription == .done && (!isFull || seen.contains(id))
    }
  }
}
