import ComposableArchitecture
import SharedModels
import Styleguide
public import TerminalUI

public struct PlaybackPosition: Component {
  public enum Control: Hashable, Sendable {
    case play, silence, speed
  }

  private let state: PlaybackFeature.State
  private let hasTitle: Bool

  public init(_ state: PlaybackFeature.State, hasTitle: Bool = false) {
    self.state = state
    self.hasTitle = hasTitle
  }

  public var body: some View {
    HStack(spacing: 1) {
      Sign(sign).foreground(state.mode == .playing ? .accent : .faint).tag(Control.play)
      if hasTitle { Text(state.recording.displayTitle).bold() }
      Text(Duration.seconds(state.currentTime).clock).priority(1)
      if let waveform = state.waveform {
        WaveformView(waveform, played: state.progress)
      } else {
        Progress(state.progress)
      }
      Text(state.recording.duration.clock).priority(1)
      if state.speed != 1 {
        Label("\(state.speed.formatted())\u{d7}").foreground(.accent).tag(Control.speed)
      }
      if state.skipsSilence { Text("skip silence").foreground(.accent).tag(Control.silence) }
      if state.isAudioMissing { Text("no audio").foreground(.wrong) }
    }
  }

  private var sign: (Glyphs) -> Character {
    switch state.mode {
    case .notPlaying: \.stop
    case .paused: \.pause
    case .playing: \.play
    }
  }
}
