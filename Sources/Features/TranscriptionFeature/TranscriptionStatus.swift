public import ComposableArchitecture
import SharedModels
import Styleguide
public import TerminalUI

public struct TranscriptionStatus: Component {
  private let state: TranscriptionFeature.State

  @MainActor
  public init(_ store: StoreOf<TranscriptionFeature>) {
    state = store.state
  }

  public var body: some View {
    HStack(spacing: 1) {
      if let problem = state.work.problem, waiting > 0 {
        Text("\(number(waiting)) waiting: \(problem)")
          .foreground(.warning)
      } else if let item = state.queue.items.first(where: { $0.job.state == .running }) {
        Sign(\.play).foreground(.accent)
        Text(item.recording.displayTitle).foreground(.faint)
        let percent = Text("\(Int(state.progress(of: item) * 100))%")
        percent.frame(minWidth: percent.widths.ideal).priority(1)
        if others > 0 { Text("and \(others.grouped) more").foreground(.faint).priority(1) }
      } else if waiting > 0 {
        Text("\(number(waiting)) waiting").foreground(.faint)
        if state.work == .paused { Text("(paused)").foreground(.warning) }
      } else if failed > 0 {
        Text("\(number(failed)) failed").foreground(.warning)
      }
    }
  }

  private var waiting: Int { state.queue.count(.queued) }
  private var failed: Int { state.queue.count(.failed) }
  private var others: Int { waiting + state.queue.count(.running) - 1 }

  private func number(_ count: Int) -> String {
    count.counted("transcript")
  }
}
