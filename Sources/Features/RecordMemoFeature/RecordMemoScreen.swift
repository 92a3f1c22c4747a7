import AudioRecorderClient
public import ComposableArchitecture
public import ComposableTerminal
import SharedModels
import Styleguide
public import TerminalUI

public struct RecordMemoScreen: Screen {
  public let store: StoreOf<RecordMemoFeature>

  private static let levelCount = 60

  public init(store: StoreOf<RecordMemoFeature>) {
    self.store = store
  }

  public var body: any View {
    VStack {
      status.priority(1)
      if let memo = store.recordingMemo {
        meter(memo)
        Divider()
        text(memo.text).frame(maxHeight: SizeRange.unlimited)
        if let remark = store.speechRemark { Paragraph(remark).foreground(.warning) }
      } else {
        Divider()
        idle.frame(maxHeight: SizeRange.unlimited)
      }
      footer
    }
  }

  public var front: (any Screen)? {
    if let store = store.scope(state: \.devicePrompt, action: \.devicePrompt.presented) {
      return ChoiceSheet(store: store)
    }
    return alert(store.alert, \.alert)
  }

  private var status: HStack {
    HStack(spacing: 1) {
      switch store.recordingMemo?.mode {
      case .starting:
        Label("Starting\u{2026}").foreground(.accent)
      case .recording:
        Sign(\.record).foreground(.recording)
        Text("Recording").bold()
      case .paused:
        Sign(\.pause).foreground(.warning)
        Text("Paused").bold()
      case .encoding:
        Label("Saving\u{2026}").foreground(.accent)
      case .discarding:
        Label("Discarding\u{2026}").foreground(.warning)
      case nil:
        Text("New memo").bold()
      }
      Spacer()
      // Shown once audio arrives, so that the user doesn't speak too early.
      if let memo = store.recordingMemo, memo.mode != .starting {
        Text(Duration.seconds(memo.duration).clock).bold()
      }
    }
  }

  private func meter(_ memo: RecordingMemo) -> any View {
    let level = memo.levels.last
    // At full scale the audio clips, which the user should see.
    let role: Color.Role = (level?.peak ?? 0) >= 1 ? .wrong : .good
    let recent = memo.levels.suffix(Self.levelCount).map { Float($0.meterFraction) }
    let empty = Array(repeating: Float(0), count: Self.levelCount - recent.count)
    return VStack {
      WaveformView(Waveform(levels: empty + recent), played: 1)
      Progress(memo.mode == .recording ? level?.meterFraction ?? 0 : 0, role: role)
    }
  }

  private func text(_ text: LiveTranscript) -> any View {
    let all = [text.final, text.partial].joinedAsText()
    let partial = all.utf8.count - text.partial.utf8.count..<all.utf8.count
    return Paragraph(
      all, highlights: [Paragraph.Highlight(partial, style: .role(.faint))],
      scroll: .line(Int.max))
  }

  private var idle: any View {
    VStack {
      if let draft = store.drafts.first {
        Paragraph(
          "An earlier recording (\(draft.duration.brief)) has not been saved."
            + (store.drafts.count > 1 ? " \(store.drafts.count - 1) more after this one." : ""))
      }
      input
    }
  }

  private var input: any View {
    switch store.input {
    case nil: Text("Ready to record.").foreground(.faint)
    case .ready(let device):
      Paragraph("Ready to record from \(device.name.printable).").foreground(.faint)
    case .some(let status):
      Paragraph(
        [status.message, status.hint].compactMap { $0?.printable.firstLetterUppercased }
          .joined(separator: ". ") + "."
      ).foreground(.warning)
    }
  }
}
