import PreviewHarness
import TerminalUI
import Testing

@testable import AppPreview

/// A key means the same everywhere.
@MainActor
struct KeyMeaningTests {
  /// What every key that is no arrow and the like does, wherever in the app: what stands in one line
  /// has to be one thing.
  private static let meanings = """
    #: Show tags and saved filters, or save this filter
    +: Play faster or slower
    -: Play faster or slower
    /: Filter by words of the title, or by #tag | Find words in the memo
    1: Go to Memos
    2: Go to Search
    3: Go to Queue
    4: Go to Statistics
    5: Go to Settings
    =: Play faster or slower
    ?: Show what the keys do
    A: Retry all failed transcripts
    C: Copy a sentence, a word, the text or a link | Copy the text or a link
    D: Show the trash
    E: Edit the whole text in your own editor
    F: Show favourites only, or all
    G: Go to the beginning or the end | Go to the first or the last line
    H: Show what the program needs, and whether it is there
    M: Mark all memos that are shown, or none
    N: Show the last messages, whole
    R: Check again | Count again | Read the library again | Read the text again | Read the trash again | Try again what did not work
    S: Say who speaks, or have it found out
    T: Make the transcript again | Transcribe the marked memos again | Transcribe the memo again
    W: Make the transcript with another model
    X: Delete all that is in the trash permanently, after a question
    [: Go to the next or previous match
    ]: Go to the next or previous match
    a: Give the list's filter a name
    b: Choose the next or previous word
    c: Cancel the transcript
    ctrl+c: Quit: a recording is saved, the queue resumes later
    ctrl+d: Go on by pages or half pages | Scroll by pages and half pages
    ctrl+n: Record a memo | Record the first memo
    ctrl+o: Import a file, or a folder of them | Import files
    ctrl+p: Find something to do by its name
    ctrl+u: Go on by pages or half pages | Scroll by pages and half pages
    d: Delete the memo permanently, after a question | Delete the saved filter | Move it to the trash | Move the memo to the trash | Put the earlier recording into the trash, after a question | Put the recording into the trash, after a question
    delete: Cancel the transcript | Delete the memo permanently, after a question | Delete the saved filter | Move it to the trash | Move the memo to the trash | Put the earlier recording into the trash, after a question
    e: Edit the sentence
    f: Add to or remove from favourites
    f1: Show what the keys do
    g: Go to the beginning or the end | Go to the first or the last line
    h: Back or forward 5 seconds
    i: Import a file, or a folder of them | Import files
    j: Choose the previous or next sentence | Go to another memo | Go to another one | Go to another setting | Go to another transcript | Read about another line | Read about another memo | Scroll | Scroll the text
    k: Choose the previous or next sentence | Go to another memo | Go to another one | Go to another setting | Go to another transcript | Read about another line | Read about another memo | Scroll | Scroll the text
    l: Back or forward 5 seconds
    m: Mark the memo for the next command, or unmark it
    n: Close the question without doing anything | Record a memo | Record the first memo
    o: Sort in another order
    p: Pause or resume transcription
    q: Quit: a recording is saved, the queue resumes later
    r: Edit the title
    s: Skip silence, or play it
    space: Pause the recording, or resume it | Play or pause | Play or pause, and stay here
    t: Edit the tags
    u: Bring back what was deleted or left last | Restore the memos that went to the trash | Restore the recording from the trash | Undo the deletion of a saved filter | Undo the last cancel | Undo the last change | Undo the memo's deletion: restore it
    v: Choose what to record from
    w: Choose the next or previous word
    x: Export the marked memos | Export the memo
    y: Delete (y) | Discard (y)
    """

  /// What these do depends on the place by their nature: they move, go on, and go back. The letters of
  /// a question are on its buttons.
  private static let positional: Set<Key> = [
    .backtab, .down, .end, .enter, .escape, .home, .left, .pageDown, .pageUp, .right, .tab, .up,
  ]

  @Test("No key means two things")
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
