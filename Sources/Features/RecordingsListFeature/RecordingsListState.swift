public import ComposableArchitecture
public import SharedModels
public import SharedRecordings
public import Tagged
public import TerminalUI
public import UndoCore

extension RecordingsListFeature {
  @ObservableState
  public struct State: Equatable {
    public var arrangement: Arrangement
    @Presents public var destination: Destination.State?
    public var filterField: TextFieldState?
    /// Of memos that were on the screen; empty until loaded.
    public var firstWords: [Recording.ID: String] = [:]
    public var list = ListState()
    public var loadError: String?
    public var marked: Set<Recording.ID> = []
    /// A new memo to select as soon as the library reports it.
    public var newID: Recording.ID?
    @Shared(.listPlace) public var place: ListPlace
    /// Arranged on changes, not when drawing: there may be a hundred thousand memos.
    public var rows: [Recording.ID] = []
    @Shared public var recordings: IdentifiedArrayOf<Recording>
    /// The number of rows with first words that fit on the screen; 0 without that column.
    var visibleRowCount = 0
    let remembersPlace: Bool
    var textsBeingSaved: [UnsavedText] = []
    let selectsFirst: Bool
    /// Newest last.
    @Shared public var undoSteps: [UndoStep]
    @Shared(.unsavedTexts) public var unsavedTexts: [UnsavedText]

    public init(
      recordings: Shared<IdentifiedArrayOf<Recording>> = Shared(.recordings),
      arrangement: Arrangement = Arrangement(), selectsFirst: Bool = false,
      remembersPlace: Bool = false, undoSteps: Shared<[UndoStep]> = Shared(value: [])
    ) {
      let place = Shared(.listPlace)
      self.arrangement = remembersPlace ? place.wrappedValue.arrangement : arrangement
      _place = place
      _recordings = recordings
      self.remembersPlace = remembersPlace
      self.selectsFirst = selectsFirst
      _undoSteps = undoSteps
      arrange()
    }

    public var selectedID: Recording.ID? { list.selected(in: rows) }

    public var targetIDs: [Recording.ID] {
      marked.isEmpty ? selectedID.map { [$0] } ?? [] : rows.filter(marked.contains)
    }

    /// Keeps the selection; if its memo is hidden, selects the row in its place.
    mutating func arrange() {
      let selectedID = selectedID
      rows = arrangement.rows(of: recordings)
      // Hidden memos must not be deleted unseen.
      if !marked.isEmpty { marked.formIntersection(rows) }
      guard let selection = list.selection
      else { return }
      let place = selectedID.flatMap { id in
        rows.indices.contains(selection) && rows[selection] == id
          ? selection : rows.firstIndex(of: id)
      }
      list.selection = rows.isEmpty ? nil : place ?? min(selection, rows.count - 1)
    }
  }
}

extension RecordingsListFeature.State {
  mutating func filter() {
    arrange()
    if selectsFirst, list.selection == nil, !rows.isEmpty { list.selection = 0 }
  }

  public mutating func reveal(_ id: Recording.ID) {
    newID = id
    selectNewMemo()
    storePlace()
  }

  mutating func selectNewMemo() {
    guard let id = newID, recordings.index(id: id) != nil
    else { return }
    newID = nil
    arrange()
    if !rows.contains(id) { clearFilter() }
    guard let row = rows.firstIndex(of: id)
    else { return }
    list.selection = row
    list.followsSelection = true
  }

  /// The first row follows the last.
  mutating func selectMatch(by distance: Int) {
    let count = rows.count
    guard count > 0
    else { return }
    let row = list.selection.map { ($0 + distance + count) % count } ?? 0
    list.move(.to(row), count: count)
  }

  mutating func clearFilter() {
    filterField = nil
    arrangement.filter = ""
    arrangement.favoritesOnly = false
    filter()
  }

  mutating func storePlace() {
    guard remembersPlace, !rows.isEmpty || arrangement.isFiltering, !$recordings.isLoading
    else { return }
    let place = ListPlace(arrangement, selectedID: selectedID ?? self.place.selectedID)
    if place != self.place { $place.withLock { $0 = place } }
  }

  mutating func record(_ step: UndoStep) {
    $undoSteps.withLock { $0.append(step) }
  }

  var idsMissingFirstWords: [Recording.ID] {
    guard visibleRowCount > 0
    else { return [] }
    let recordings = recordings
    return list.visibleRows(count: rows.count, rows: visibleRowCount).map { rows[$0] }.filter {
      firstWords[$0] == nil && recordings[id: $0]?.transcription == .done
    }
  }

  /// Drops words of memos that are transcribed again; beyond 2,000, all that are off screen.
  mutating func evictFirstWords() {
    let recordings = recordings
    let isFull = firstWords.count > 2000
    let seen =
      isFull ? list.visibleRows(count: rows.count, rows: visibleRowCount).map { rows[$0] } : []
    firstWords = firstWords.filter { id, _ in
      recordings[id: id]?.transcription == .done && (!isFull || seen.contains(id))
    }
  }
}
