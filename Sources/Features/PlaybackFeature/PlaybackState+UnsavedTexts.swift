import ComposableArchitecture
import SharedModels
import Tagged
import UnsavedTexts

/// What was typed and not saved is kept from the first letter on, and taken up when its memo is opened
/// again.
extension PlaybackFeature.State {
  /// What is being typed, as it is kept.
  func unsavedText(of editing: PlaybackFeature.Editing) -> UnsavedText {
    let (kind, place): (UnsavedText.Kind, Int?) =
      switch editing.target {
      case .segment(let segment): (.sentence, segment)
      case .speaker(let id): (.speaker, id.rawValue)
      case .tags: (.tags, nil)
      case .title: (.title, nil)
      }
    return UnsavedText(
      kind, of: recording.id, place: place, original: editing.originalText,
      text: editing.field.text)
  }

  /// Keeps what is being typed, as long as it differs from what was there.
  mutating func keepTyped() {
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

  /// Forgets what was typed into the field.
  mutating func drop(_ text: UnsavedText) {
    guard unsavedTexts.contains(where: text.isSameField)
    else { return }
    $unsavedTexts.withLock { $0.drop(text) }
  }

  /// Forgets what is saved by now. What was typed into the same field since then stays.
  mutating func forget(_ text: UnsavedText) {
    guard unsavedTexts.contains(text)
    else { return }
    $unsavedTexts.withLock { $0.removeAll { $0 == text } }
  }

  /// Goes on with what was typed into this memo the last time, if there is any and nothing else is
  /// being typed.
  mutating func takeUpTyped() {
    guard editing == nil, !isInEditor
    else { return }
    let others = unsavedChanges.compactMap(\.typed) + putOff
    for text in unsavedTexts
    where text.recordingIDs == [recording.id] && !others.contains(text) {
      // One that was in a row with another may be gone with it.
      if unsavedTexts.contains(text), takeUp(text) { return }
    }
  }

  /// - Returns: Whether it is being typed again, or the person is asked what to do with it.
  private mutating func takeUp(_ text: UnsavedText) -> Bool {
    switch text.kind {
    case .sentence:
      return takeUpSentence(text)
    case .speaker:
      return takeUpSpeaker(text)
    case .tags:
      return begin(.tags, text: recording.tags.joined(separator: ", "), text)
    case .text:
      guard let transcription = transcript.loaded?.transcription
      else { return isTextGone && offer(text) }
      guard transcription.editableText != text.text
      else {
        forget(text)
        return false
      }
      return offer(text, fits: transcription.editableText == text.original)
    case .title:
      return begin(.title, text: recording.title, text)
    case .tagChanges:
      // These are of several memos, and the list's.
      return false
    }
  }

  private mutating func begin(
    _ target: PlaybackFeature.Editing.Target, text: String, _ unsaved: UnsavedText
  ) -> Bool {
    let editing = PlaybackFeature.Editing(target, text: text, typed: unsaved.text)
    guard editing.isChanged, !unsaved.isSaved(in: recording)
    else {
      forget(unsaved)
      return false
    }
    self.editing = editing
    return true
  }

  private mutating func takeUpSpeaker(_ text: UnsavedText) -> Bool {
    guard let transcription = transcript.loaded?.transcription
    else { return isTextGone && offer(text) }
    let id = text.place.map { Speaker.ID($0) }
    guard let speaker = transcription.speaker(id)
    else { return offer(text) }
    return begin(.speaker(speaker.id), text: speaker.name ?? "", text)
  }

  private mutating func takeUpSentence(_ text: UnsavedText) -> Bool {
    guard let loaded = transcript.loaded
    else { return isTextGone && offer(text) }
    let row = unsavedTexts.sentences(from: text)
    let last = row[row.count - 1]
    let segments = loaded.transcription.segments
    let isSaved = last.place.map { segments.indices.contains($0) && segments[$0].text == last.text }
    let fitting = row.reversed().lazy.compactMap {
      loaded.segment(saying: $0.original, near: $0.place)
    }.first
    if isSaved == true || fitting == nil && loaded.segment(saying: last.text, near: nil) != nil {
      $unsavedTexts.withLock { $0.removeAll(where: row.contains) }
      return false
    }
    guard let segment = fitting ?? loaded.segment(mostLike: text.original, near: text.place)
    else { return offer(last) }
    editing = PlaybackFeature.Editing(
      .segment(segment), text: segments[segment].text, typed: last.text)
    chosenWordIndex = loaded.firstWord(ofSegment: segment)
    if fitting == nil, alert == nil { alert = .sentenceIsAnother }
    // From now on they are one.
    $unsavedTexts.withLock { $0.removeAll(where: row.contains) }
    keepTyped()
    return true
  }

  /// Whether there is no text that it could fit, and none is on its way.
  private var isTextGone: Bool { transcript.is(\.missing) && !recording.transcription.isPending }

  /// Asks what to do with a text that cannot be typed again as it was. What is asked already comes
  /// first.
  private mutating func offer(_ text: UnsavedText, fits: Bool = false) -> Bool {
    guard alert == nil
    else { return true }
    offered = text
    alert =
      text.kind == .text && transcript.is(\.loaded)
      ? .typedText(fits: fits) : .typedTextFitsNoMore(text.text)
    return true
  }

  /// Leaves the text that the alert asks about for another time.
  ///
  /// - Returns: The text.
  mutating func putOffOffered() -> UnsavedText? {
    defer { offered = nil }
    if let offered { putOff.append(offered) }
    return offered
  }
}
