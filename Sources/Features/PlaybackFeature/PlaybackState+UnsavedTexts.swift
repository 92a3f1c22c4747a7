import ComposableArchitecture
import SharedModels
import Tagged
import UndoCore

/// Typed text is stored from the first letter on, and restored when its memo is opened again.
extension PlaybackFeature.State {
  func unsavedText(of editing: PlaybackFeature.Editing) -> UnsavedText {
    let (kind, place): (UnsavedText.Kind, Int?) =
      switch editing.target {
      case .segment(let segment): (.segment, segment)
      case .segments(let range): (.paragraph, range.lowerBound)
      case .speaker(let id): (.speaker, id.rawValue)
      case .tags: (.tags, nil)
      case .title: (.title, nil)
      }
    return UnsavedText(
      kind, of: recording.id, place: place, original: editing.originalText,
      text: editing.field.text)
  }

  mutating func storeTypedText() {
    guard let editing
    else { return }
    let text = unsavedText(of: editing)
    if editing.isChanged { keep(text) } else { drop(text) }
  }

  mutating func keep(_ text: UnsavedText) {
    guard !unsavedTexts.contains(text)
    else { return }
    $unsavedTexts.withLock { $0.keep(text) }
  }

  mutating func drop(_ text: UnsavedText) {
    guard unsavedTexts.contains(where: text.isSameField)
    else { return }
    $unsavedTexts.withLock { $0.drop(text) }
  }

  /// Drops a saved text. Newer text that was typed into the same field stays.
  mutating func dropSaved(_ text: UnsavedText) {
    guard unsavedTexts.contains(text)
    else { return }
    $unsavedTexts.withLock { $0.removeAll { $0 == text } }
  }

  public mutating func restoreUnsavedText() {
    guard editing == nil, !isInEditor, !isReadOnly
    else { return }
    let others = unsavedChanges.compactMap(\.typed) + postponedTexts
    for text in unsavedTexts
    where text.recordingIDs == [recording.id] && !others.contains(text) {
      // Taking up an earlier text may have removed this one, too.
      if unsavedTexts.contains(text), restore(text) { return }
    }
  }

  /// Returns whether the text is being edited again, or an alert asks about it.
  private mutating func restore(_ text: UnsavedText) -> Bool {
    switch text.kind {
    case .paragraph:
      return restoreParagraph(text)
    case .segment:
      return restoreSegment(text)
    case .speaker:
      return restoreSpeakerName(text)
    case .tags:
      return begin(.tags, text: recording.tags.joined(separator: ", "), text)
    case .text:
      guard let transcription = transcript.loaded?.transcription
      else { return isTranscriptMissing && offer(text) }
      guard transcription.editableText != text.text
      else {
        dropSaved(text)
        return false
      }
      return offer(text, fits: transcription.editableText == text.original)
    case .title:
      return begin(.title, text: recording.title, text)
    case .tagChanges:
      // These belong to several memos; the list handles them.
      return false
    }
  }

  private mutating func begin(
    _ target: PlaybackFeature.Editing.Target, text: String, _ unsaved: UnsavedText
  ) -> Bool {
    let editing = PlaybackFeature.Editing(target, text: text, typed: unsaved.text)
    guard editing.isChanged, !unsaved.isSaved(in: recording)
    else {
      dropSaved(unsaved)
      return false
    }
    self.editing = editing
    return true
  }

  private mutating func restoreSpeakerName(_ text: UnsavedText) -> Bool {
    guard let transcription = transcript.loaded?.transcription
    else { return isTranscriptMissing && offer(text) }
    let id = text.place.map { Speaker.ID($0) }
    guard let speaker = transcription.speaker(id)
    else { return offer(text) }
    return begin(.speaker(speaker.id), text: speaker.name ?? "", text)
  }

  private mutating func restoreSegment(_ text: UnsavedText) -> Bool {
    guard let loaded = transcript.loaded
    else { return isTranscriptMissing && offer(text) }
    let row = unsavedTexts.segmentEdits(from: text)
    let last = row[row.count - 1]
    let segments = loaded.transcription.segments
    let isSaved = last.place.map { segments.indices.contains($0) && segments[$0].text == last.text }
    let fitting = row.reversed().lazy.compactMap {
      loaded.segment(matching: $0.original, near: $0.place)
    }.first
    if isSaved == true || fitting == nil && loaded.segment(matching: last.text, near: nil) != nil {
      $unsavedTexts.withLock { $0.removeAll(where: row.contains) }
      return false
    }
    guard let segment = fitting ?? loaded.segment(mostSimilarTo: text.original, near: text.place)
    else { return offer(last) }
    editing = PlaybackFeature.Editing(
      .segment(segment), text: segments[segment].text, typed: last.text)
    selectedWordIndex = loaded.firstWord(ofSegment: segment)
    if fitting == nil, destination?.alert == nil { destination = .alert(.segmentChanged) }
    $unsavedTexts.withLock { $0.removeAll(where: row.contains) }
    storeTypedText()
    return true
  }

  private mutating func restoreParagraph(_ text: UnsavedText) -> Bool {
    guard let loaded = transcript.loaded
    else { return isTranscriptMissing && offer(text) }
    guard let segments = loaded.paragraph(matching: text.original, near: text.place)
    else {
      guard loaded.paragraph(matching: text.text, near: text.place) != nil
      else { return offer(text) }
      dropSaved(text)
      return false
    }
    editing = PlaybackFeature.Editing(
      .segments(segments), text: loaded.text(of: segments), typed: text.text)
    selectedWordIndex = loaded.firstWord(ofSegment: segments.lowerBound)
    // The paragraph may have moved.
    dropSaved(text)
    storeTypedText()
    return true
  }

  private var isTranscriptMissing: Bool {
    transcript.is(\.missing) && !recording.transcription.isPending
  }

  /// Asks what to do with text that can't be edited as it was. An alert that is open comes first.
  private mutating func offer(_ text: UnsavedText, fits: Bool = false) -> Bool {
    guard destination?.alert == nil
    else { return true }
    offeredText = text
    destination = .alert(
      text.kind == .text && transcript.is(\.loaded)
        ? .typedText(fits: fits) : .typedTextOutdated(text.text))
    return true
  }

  mutating func postponeOfferedText() -> UnsavedText? {
    defer { offeredText = nil }
    if let offeredText { postponedTexts.append(offeredText) }
    return offeredText
  }
}
