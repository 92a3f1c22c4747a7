import ComposableArchitecture
public import ComposableTerminal
public import TerminalUI

extension PlaybackScreen {
  public var keys: [KeyBinding<Action>] {
    if store.editing != nil { return editingKeys }
    return store.find?.isTyping == true ? findKeys : playbackKeys
  }

  public var typing: Typing {
    store.editing != nil || store.find?.isTyping == true ? .everything : .nothing
  }

  private var playbackKeys: [KeyBinding<Action>] {
    let hasWords = store.transcript.loaded.map { !$0.ranges.isEmpty } ?? false
    let hasParagraphs = store.transcript.loaded.map { $0.paragraphs.count > 1 } ?? false
    return [
      KeyBinding(
        ["R"], .reloadButtonTapped, "try again", help: "Reload the transcript",
        isEnabled: store.transcript.is(\.failed)),
      KeyBinding(
        [.space], .playButtonTapped, store.mode == .playing ? "pause" : "play",
        help: "Play or pause"),
      KeyBinding(
        [.enter], .selectedWordButtonTapped, "play here", help: "Play from the selected word",
        isEnabled: store.selectedWordIndex != nil),
      KeyBinding(
        [[.left, "h"]: -5, [.right, "l"]: 5], { .seekButtonTapped(by: $0) }, "5 s",
        help: "Skip back or forward 5 seconds"),
      KeyBinding(
        [["<"]: -30, [">"]: 30], { .seekButtonTapped(by: $0) },
        help: "Skip back or forward 30 seconds"),
      KeyBinding(["g"], .timeButtonTapped, help: "Go to a time or a percentage"),
      KeyBinding(
        [["w"]: 1, ["b"]: -1], { .wordSelected(by: $0) }, "word",
        help: "Select the next or previous word", isEnabled: hasWords),
      KeyBinding(
        [[.up, "k"]: -1, [.down, "j"]: 1], { .segmentSelected(by: $0) }, "segment",
        help: "Select the previous or next segment", isEnabled: hasWords),
      KeyBinding(
        [["{"]: -1, ["}"]: 1], { .paragraphSelected(by: $0) },
        help: "Select the previous or next paragraph", isEnabled: hasWords && hasParagraphs),
      KeyBinding(
        ["/"], .findButtonTapped, "find", help: "Find words in the memo", isEnabled: hasWords),
      KeyBinding(
        [["n", "]"]: 1, ["N", "["]: -1], { .matchSelected(by: $0) }, "match",
        help: "Go to the next or previous match", isEnabled: hasOtherMatch),
    ] + (store.isReadOnly ? [] : changeKeys) + [
      KeyBinding(
        ["C"], .copyButtonTapped, "copy", help: "Copy a segment, a word, the text or a link"),
      KeyBinding(
        [["+", "="]: 1, ["-"]: -1], { .speedButtonTapped(by: $0) }, "speed",
        help: "Play faster or slower"),
      KeyBinding(["s"], .skipSilenceButtonTapped, "silence", help: "Skip or play silence"),
      KeyBinding(
        [.escape], .cancelButtonTapped, "clear", help: "Clear the selection or the search",
        isEnabled: store.withState(\.canCancel)),
      .input(
        TextScroll.pageKeys, help: "Scroll by a page or half a page",
        isEnabled: hasWords && store.isTextLong),
      .input(
        TextScroll.endKeys, help: "Go to the beginning or end",
        isEnabled: hasWords && store.isTextLong),
    ]
  }

  private var changeKeys: [KeyBinding<Action>] {
    let hasWords = store.transcript.loaded.map { !$0.ranges.isEmpty } ?? false
    let hasSpeakers = store.transcript.loaded?.transcription.speakers.isEmpty == false
    return [
      KeyBinding(
        ["e"], .editTextButtonTapped, "edit", help: "Edit the segment", isEnabled: hasWords),
      KeyBinding(
        ["P"], .editParagraphButtonTapped, help: "Edit the paragraph", isEnabled: hasWords),
      KeyBinding(
        ["E"], .editorButtonTapped, help: "Edit the whole text in your editor",
        isEnabled: hasWords),
      KeyBinding(
        ["S"], .speakersButtonTapped, hasSpeakers ? "speaker" : nil,
        help: "Detect, name or change speakers", isEnabled: hasWords),
      KeyBinding(["r"], .editTitleButtonTapped, "rename", help: "Edit the title"),
      KeyBinding(["t"], .editTagsButtonTapped, "tags", help: "Edit the tags"),
      KeyBinding(["f"], .favoriteButtonTapped, help: "Add to or remove from favorites"),
    ]
  }

  private var hasOtherMatch: Bool { store.withState { $0.hasOtherMatch } }

  private var findKeys: [KeyBinding<Action>] {
    [
      KeyBinding([.enter], .findDoneButtonTapped, "done", help: "Return to the text"),
      KeyBinding(
        [[.down]: 1, [.up]: -1], { .matchSelected(by: $0) }, "match",
        help: "Go to the next or previous match", isEnabled: hasOtherMatch),
      KeyBinding([.escape], .cancelButtonTapped, "close", help: "Close the search"),
    ]
  }

  private var editingKeys: [KeyBinding<Action>] {
    [
      KeyBinding([.enter], .saveButtonTapped, "save", help: "Save the change"),
      KeyBinding([.escape], .cancelButtonTapped, "cancel", help: "Discard the change"),
      .input(
        [.up, .down], "line", help: "Go to the line above or below",
        isEnabled: store.isEditorWrapped),
    ]
  }

  public func willHandle(_ event: Event, in frame: Frame) {
    measure(\.isTextLong, of: Self.pageID, in: frame)
    let isEditorWrapped = (frame.viewport(Self.editorID)?.count ?? 1) > 1
    if isEditorWrapped != store.isEditorWrapped {
      store.send(.set(\.isEditorWrapped, isEditorWrapped))
    }
  }

  public func handleInput(_ event: Event, in frame: Frame) -> Bool {
    switch event {
    case .key, .paste:
      // While text is typed, other keys are not commands, either.
      if let editing = store.editing {
        var field = editing.field
        if field.handle(event, in: frame) { store.send(.textFieldChanged(field)) }
        return true
      }
      if let find = store.find, find.isTyping {
        edit(find.field, with: event) { .findChanged($0) }
        return true
      }
      return scroll(event, in: frame)
    case .mouse(let mouse):
      return scroll(event, in: frame) || mouse.isClick && press(mouse.point, in: frame)
    case .background, .focus, .resize:
      return false
    }
  }

  private func scroll(_ event: Event, in frame: Frame) -> Bool {
    guard store.isTextLong, let scroll = TextScroll.response(to: event, in: frame, id: Self.pageID)
    else { return false }
    store.send(.set(\.scroll, scroll))
    return true
  }

  private func press(_ point: Point, in frame: Frame) -> Bool {
    if let place = frame.tag(TextPage.WordTag.self, at: point) {
      let word = store.withState { $0.transcript.loaded?.word(at: place.offset) }
      store.send(
        word != nil && word == store.selectedWordIndex
          ? .selectedWordButtonTapped : .wordPressed(at: place.offset))
    } else if let column = frame.tag(WaveformView.Column.self, at: point) {
      store.send(.positionSelected(column.fraction))
    } else if let control = frame.tag(PlaybackPosition.Control.self, at: point) {
      switch control {
      case .play: store.send(.playButtonTapped)
      case .silence: store.send(.skipSilenceButtonTapped)
      case .speed: store.send(.speedButtonTapped(by: 1))
      }
    } else {
      return false
    }
    return true
  }
}
