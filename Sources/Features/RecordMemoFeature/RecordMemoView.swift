public import ComposableArchitecture
import SharedModels
import Styleguide
public import TerminalUI

/// The recording that goes on: its time, how loud it is, and what was said.
@MainActor
public struct RecordMemoView {
  let store: StoreOf<RecordMemoFeature>

  /// How many levels are shown: some seconds.
  private static let levelCount = 60

  public init(store: StoreOf<RecordMemoFeature>) {
    self.store = store
  }

  /// What is shown now.
  public var view: any View {
    VStack {
      status.priority(1)
      if let memo = store.recordingMemo {
        meter(memo)
        Divider()
        text(memo.text).frame(maxHeight: Extent.unlimited)
        if let remark = store.speechRemark { Paragraph(remark).foreground(.warning) }
      } else {
        Divider()
        idle.frame(maxHeight: Extent.unlimited)
      }
      help
    }
    .overlay(store.alert.map(dialog))
  }

  private var status: HStack {
    HStack(spacing: 1) {
      switch store.recordingMemo?.mode {
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
      if let memo = store.recordingMemo {
        Text(Duration.seconds(memo.duration).clock).bold()
      }
    }
  }

  private func meter(_ memo: RecordingMemo) -> any View {
    let level = memo.levels.last
    // At full scale the sound is clipped: that is to be seen.
    let role: Color.Role = (level?.peak ?? 0) >= 1 ? .wrong : .good
    // The newest stand at the right, as if written by a pen.
    let recent = memo.levels.suffix(Self.levelCount).map { Float($0.meterFraction) }
    let empty = Array(repeating: Float(0), count: Self.levelCount - recent.count)
    return VStack {
      WaveformView(Waveform(levels: empty + recent), played: 1)
      Progress(memo.mode == .recording ? level?.meterFraction ?? 0 : 0, role: role)
    }
  }

  private func text(_ text: LiveText) -> any View {
    let all = [text.settled, text.unsettled].joinedAsText()
    let unsettled = all.utf8.count - text.unsettled.utf8.count..<all.utf8.count
    return Paragraph(
      all, highlights: [Paragraph.Highlight(unsettled, style: .role(.faint))],
      scroll: .line(Int.max))
  }

  private var idle: any View {
    VStack {
      if let draft = store.drafts.first {
        Paragraph(
          "An earlier recording of \(draft.duration.brief) did not become a memo."
            + (store.drafts.count > 1 ? " There are \(store.drafts.count - 1) more." : ""))
      } else if store.audioRecorderPermission == .denied {
        Text("There is nothing to record from.").foreground(.warning)
      } else {
        Text("Ready to record.").foreground(.faint)
      }
    }
  }

  private var help: HelpFooter {
    guard let memo = store.recordingMemo
    else {
      var items = [HelpFooter.Item("enter", "record")]
      if !store.drafts.isEmpty {
        items += [.init("k", "keep the earlier one"), .init("d", "discard it")]
      }
      return HelpFooter(items)
    }
    guard memo.isOpen
    else { return HelpFooter([]) }
    return HelpFooter([
      .init("enter", "stop and keep"),
      .init("space", memo.mode == .paused ? "go on" : "pause"), .init("d", "discard"),
    ])
  }

  private func dialog(_ alert: AlertState<RecordMemoFeature.Action.Alert>) -> any View {
    Dialog.alert(
      String(state: alert.title), message: alert.message.map { String(state: $0) } ?? "",
      buttons: alert.buttons.map {
        (String(state: $0.label), $0.role == .destructive ? .destructive : .cancel)
      },
      // The return key must not do what cannot be undone.
      selection: alert.buttons.firstIndex { $0.role == .cancel } ?? 0)
  }
}
