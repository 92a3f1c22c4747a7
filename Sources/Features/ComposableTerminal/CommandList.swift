import TerminalUI

/// Key bindings with their help. Each row is tagged with ``TerminalUI/List/Row``.
struct CommandList: View {
  static let (linesID, entriesID) = ("command lines", "commands")

  let sections: [KeySection]
  let hasHeadings: Bool
  let state: ListState

  let commands: [KeyCommand]

  init(sections: [KeySection], hasHeadings: Bool, state: ListState) {
    self.sections = sections
    self.hasHeadings = hasHeadings
    self.state = state
    commands = sections.flatMap(\.commands)
  }

  var chosen: KeyCommand? { state.selected(in: commands) }

  private static let columnsWidth = 56

  private struct Line {
    let view: any View
    let index: Int?
    let height: Int
  }

  private func lines(width: Int) -> [Line] {
    let keyWidth = min(24, commands.map { $0.keys.count }.max() ?? 0)
    var lines: [Line] = []
    var index = 0
    for section in sections {
      if hasHeadings { lines.append(Line(view: Text(section.title).bold(), index: nil, height: 1)) }
      for command in section.commands {
        let view =
          width >= Self.columnsWidth
          ? columns(command, keyWidth: keyWidth) : inlineText(command)
        lines.append(
          Line(view: view, index: index, height: max(1, view.heights(width: width).ideal)))
        index += 1
      }
    }
    return lines
  }

  private func columns(_ command: KeyCommand, keyWidth: Int) -> any View {
    let keys = Paragraph(command.keys).foreground(command.isEnabled ? .accent : .faint)
    return HStack(spacing: 2) {
      keys.frame(minWidth: keyWidth, maxWidth: keyWidth).priority(1)
      command.isEnabled
        ? Paragraph(command.help) as any View : Paragraph(command.help).foreground(.faint)
    }
  }

  private func inlineText(_ command: KeyCommand) -> any View {
    let keys = Paragraph.Highlight(0..<command.keys.utf8.count, style: .role(.accent))
    let text = "\(command.keys)  \(command.help)"
    return command.isEnabled
      ? Paragraph(text, highlights: [keys]) as any View : Paragraph(text).foreground(.faint)
  }

  var widths: SizeRange { .flexible(minimum: 1, ideal: 96) }

  func heights(width: Int) -> SizeRange {
    .flexible(minimum: 1, ideal: lines(width: width).reduce(0) { $0 + $1.height })
  }

  func draw(in canvas: inout Canvas) {
    let (width, room) = (canvas.size.width, canvas.size.height)
    // The scroll bar takes a column if the lines don't fit.
    var lines = lines(width: width)
    if lines.reduce(0, { $0 + $1.height }) > room { lines = self.lines(width: width - 1) }
    var ends = [0]
    for line in lines { ends.append(ends[ends.count - 1] + line.height) }
    let first = firstLine(lines, ends, room: room)
    let seen = lines.indices.filter { ends[$0] >= first && ends[$0 + 1] <= first + room }
    canvas.setViewport(
      Frame.Viewport(offset: 0, rows: seen.count { lines[$0].index != nil }), of: Self.entriesID)
    let content = VStack {
      for line in lines {
        if let index = line.index {
          line.view.frame(minWidth: width, maxWidth: width).chosen(index == state.selection)
            .tag(List.Row(index))
        } else {
          line.view
        }
      }
    }
    ScrollView(offset: first, id: Self.linesID, content: content).draw(in: &canvas)
  }

  private func firstLine(_ lines: [Line], _ ends: [Int], room: Int) -> Int {
    let last = max(0, ends[ends.count - 1] - room)
    guard state.followsSelection, let selection = state.selection,
      let place = lines.firstIndex(where: { $0.index == selection })
    else { return min(state.offset, last) }
    // The title of a section is visible together with its first command.
    let top = place > 0 && lines[place - 1].index == nil ? ends[place - 1] : ends[place]
    return max(0, min(last, min(top, max(state.offset, ends[place + 1] - room))))
  }
}

extension View {
  fileprivate func chosen(_ isChosen: Bool) -> any View {
    isChosen ? style(List.chosen, fills: true) : self
  }
}
