import BenchmarkSupport
import Styleguide
import TerminalUI

private let size = Size(width: 120, height: 40)
private let memoCount = 100_000
private let titles = (0..<memoCount).map { index in
  index % 10 == 0 ? "会議の録音 \(index) 👍🏽" : "Talk number \(index) about this and that"
}

private func memos(_ state: ListState) -> Frame {
  let view = VStack {
    Tabs(["Memos", "Search", "Settings"], selection: 0)
    Divider()
    List(count: memoCount, state: state) { index in
      HStack(spacing: 1) {
        Text(index % 7 == 0 ? "★" : " ").foreground(.hit)
        Text(titles[index])
        Spacer()
        Text("2026-05-01 10:20").foreground(.faint)
        Text(Duration.seconds(index % 4000).clock)
      }
    }
    HelpFooter([.init("enter", "open"), .init("q", "quit")])
  }
  return Frame(view, size: size)
}

private let words = (0..<9_000).map { "word\($0)" }
private let talk = words.joined(separator: " ")
private let starts = words.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count + 1) }

/// A transcript of an hour with a highlighted word.
private func transcript(lit: Int) -> Frame {
  let style = Style(foreground: .role(.spokenText), background: .role(.spoken))
  let range = starts[lit]..<starts[lit + 1] - 1
  return Frame(
    Paragraph(talk, highlights: [.init(range, style: style)], scroll: .following(range.lowerBound)),
    size: size)
}

var frames: Suite {
  var suite = Suite("Frames of 120x40")
  suite.compare(
    "key to frame, 100,000 memos", aim: .under(.milliseconds(5)),
    to: "drawing the whole frame"
  ) { repetitions in
    var state = ListState(selection: 50_000)
    for _ in 0..<repetitions {
      state.move(.by(1), count: memoCount)
      var renderer = Renderer(depth: .full)
      blackHole(renderer.render(memos(state)))
    }
  } subject: { repetitions in
    var parser = InputParser()
    var renderer = Renderer(depth: .full)
    var state = ListState(selection: 50_000)
    let down = Array("\u{1b}[B".utf8)
    let viewport = Frame.Viewport(offset: 0, rows: 37)
    for repetition in 0..<repetitions {
      // In the middle of the screen, so that the selection moves and the rows don't.
      if repetition % 20 == 0 { state.move(.to(50_000), count: memoCount, viewport: viewport) }
      for case .key(let key) in parser.feed(down) {
        state.handle(key, count: memoCount, viewport: viewport)
      }
      blackHole(renderer.render(memos(state)))
    }
  }
  suite.compare(
    "scroll by a page, 100,000 memos", aim: .under(.milliseconds(5)), to: "drawing the whole frame"
  ) { repetitions in
    var state = ListState(selection: 0)
    for repetition in 0..<repetitions {
      state.move(.to(repetition * 36 % memoCount), count: memoCount)
      var renderer = Renderer(depth: .full)
      blackHole(renderer.render(memos(state)))
    }
  } subject: { repetitions in
    var renderer = Renderer(depth: .full)
    var state = ListState(selection: 0)
    for repetition in 0..<repetitions {
      state.move(.to(repetition * 36 % memoCount), count: memoCount)
      blackHole(renderer.render(memos(state)))
    }
  }
  suite.compare(
    "highlight the next word, 9,000 words", aim: .under(.milliseconds(5)),
    to: "drawing the whole frame"
  ) { repetitions in
    for repetition in 0..<repetitions {
      var renderer = Renderer(depth: .full)
      blackHole(renderer.render(transcript(lit: repetition % 8_999)))
    }
  } subject: { repetitions in
    var renderer = Renderer(depth: .full)
    for repetition in 0..<repetitions {
      blackHole(renderer.render(transcript(lit: repetition % 8_999)))
    }
  }
  let frame = memos(ListState(selection: 9))
  suite.measure("an unchanged frame") { repetitions in
    var renderer = Renderer(depth: .full)
    _ = renderer.render(frame)
    for _ in 0..<repetitions { blackHole(renderer.render(frame)) }
  }
  return suite
}

/// Prints the bytes sent to the terminal.
func printBytes() {
  print("\n## Bytes of 120x40\n")
  print("| change | ours | drawing the whole frame |")
  print("|---|--:|--:|")
  func row(_ name: String, _ before: Frame, _ after: Frame) {
    var renderer = Renderer(depth: .full)
    _ = renderer.render(before)
    let difference = renderer.render(after).count
    renderer.invalidate()
    print("| \(name) | \(difference) | \(renderer.render(after).count) |")
  }
  row("the next word is highlighted", transcript(lit: 4_000), transcript(lit: 4_001))
  let state = ListState(selection: 50_000, offset: 49_990)
  row(
    "the next memo is selected", memos(state),
    memos(ListState(selection: 50_001, offset: 49_990)))
  row(
    "the list scrolls by a row", memos(state), memos(ListState(selection: 50_001, offset: 49_991)))
  row(
    "the list scrolls by a page", memos(state),
    memos(ListState(selection: 50_036, offset: 50_026)))
}
