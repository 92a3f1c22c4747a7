import PreviewHarness
import TerminalUI
import Testing

@testable import AppPreview

/// A key has the same meaning on every screen, except for keys that move, close, or answer.
@MainActor
struct KeyMeaningTests {
  /// What every key but the arrows and the like does, wherever in the app: what stands in one line
  /// has to be one thing. 'n' also answers No in a question.
  private static let meanings = """
    #: Show tags and saved filters, or save this filter
    +: Play faster or slower
    -: Play faster or slower
    /: Filter by words in the title or by #tag | Find words in the memo | Search the keys
    1: Go to Memos
    2: Go to Search
    3: Go to Queue
    4: Go to Statistics
    5: Go to Settings
    <: Skip back or forward 30 seconds
    =: Play faster or slower
    >: Skip back or forward 30 seconds
    ?: Close the page | Show keyboard shortcuts
    A: Retry all failed transcriptions
    C: Copy a segment, a word, the text or a link | Copy the text or a link
    D: Open the trash
    E: Edit the whole text in your editor
    F: Show only favorites, or all memos
    G: Go to the beginning or end | Go to the first or last line
    H: Open the health check
    I: Show details of the memo
    M: Mark or unmark all memos shown
    N: Go to the next or previous match | Show which keys find and record
    P: Edit the paragraph
    R: Check again | Count again | Reload the library | Reload the transcript | Reload the trash | Retry what failed
    S: Detect, name or change speakers
    T: Transcribe the marked memos again | Transcribe the memo again
    W: Transcribe the memo with another model
    X: Permanently delete everything in the trash (asks first)
    [: Go to the next or previous match
    ]: Go to the next or previous match
    a: Save the current filter
    b: Select the next or previous word
    c: Cancel the transcription
    ctrl+c: Quit (saves any recording; the queue resumes later)
    ctrl+d: Go up or down a page or half a page | Scroll by a page or half a page
    ctrl+e: Show recent messages in full
    ctrl+n: Record a memo | Record the first memo
    ctrl+o: Import a file or a folder | Import files
    ctrl+p: Find a command by name
    ctrl+r: Redo the last undone change
    ctrl+u: Go up or down a page or half a page | Scroll by a page or half a page
    d: Delete the saved filter | Move the earlier recording to the trash (asks first) | Move the memo to the trash | Move the recording to the trash (asks first) | Move to the trash | Permanently delete the memo (asks first)
    delete: Cancel the transcription | Delete the saved filter | Move the earlier recording to the trash (asks first) | Move the memo to the trash | Move to the trash | Permanently delete the memo (asks first)
    e: Edit the segment
    f: Add to or remove from favorites
    f1: Show keyboard shortcuts
    g: Go to a time or a percentage | Go to the first or last line
    h: Skip back or forward 5 seconds
    i: Import a file or a folder | Import files
    j: Go to another check | Go to another command | Go to another item | Go to another job | Go to another memo | Go to another setting | Scroll | Scroll the text | Select the previous or next segment
    k: Go to another check | Go to another command | Go to another item | Go to another job | Go to another memo | Go to another setting | Scroll | Scroll the text | Select the previous or next segment
    l: Skip back or forward 5 seconds
    m: Mark or unmark the memo for the next command
    n: Close the dialog without doing anything | Go to the next or previous match | Show which keys find and record
    o: Change the sort order
    p: Pause or resume transcription
    q: Close the page | Close without exporting | Quit (saves any recording; the queue resumes later)
    r: Edit the title
    s: Skip or play silence
    space: Pause or resume the recording | Play or pause | Play or pause without leaving this tab
    t: Edit the tags
    u: Restore the memo | Undo the canceled edit of 'A thought on the train' | Undo the deletion of 'A thought on the train' | Undo the deletion of a filter | Undo the last change | Undo the rename of 'x'
    v: Choose the recording device
    w: Select the next or previous word
    x: Export the marked memos | Export the memo
    y: Delete (y) | Discard (y)
    {: Select the previous or next paragraph
    }: Select the previous or next paragraph
    """

  /// These depend on the screen by nature: they move, continue, and go back. The letters of a
  /// question are on its buttons.
  private static let positional: Set<Key> = [
    .backtab, .down, .end, .enter, .escape, .home, .left, .pageDown, .pageUp, .right, .tab, .up,
  ]

  @Test("A key has the same meaning on all screens")
  func meanings() async throws {
    var meanings: [String: Set<String>] = [:]
    for offer in try await AppPreview.preview.keyOffers(at: Size(width: 80, height: 24)) {
      for key in offer.strokes.joined() where !Self.positional.contains(key) {
        meanings["\(key)", default: []].insert(offer.help)
      }
    }
    let lines = meanings.sorted { $0.key < $1.key }.map {
      "\($0.key): \($0.value.sorted().joined(separator: " | "))"
    }
    #expect(lines.joined(separator: "\n") == Self.meanings)
  }
}
