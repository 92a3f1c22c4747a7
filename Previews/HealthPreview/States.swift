import ComposableArchitecture
import HealthCore
import HealthFeature
import PreviewHarness

extension HealthPreview {
  static let states: [Preview<HealthFeature>.StartingState] = [
    state("usual") { good($0) },
    state("denied") { subject in
      switch subject {
      case .engine:
        [
          Finding(
            what: "speech engine", verdict: .wrong,
            detail: "the speech engine is not set up in /opt/engine",
            fix: "run 'speechmemo setup-engine' to set it up")
        ]
      case .microphone:
        [
          Finding(
            what: "microphone", verdict: .remark,
            detail: "cannot connect to a sound server (Connection refused)",
            fix: "start PipeWire (with pipewire-pulse) or PulseAudio: pulseaudio --start")
        ]
      case .crashes, .ffmpeg, .folders, .library, .loudspeaker, .settings: good(subject)
      }
    },
    state("loading") { subject in
      if subject == .engine { try? await Task.never() }
      return good(subject)
    },
    state("long") { subject in
      [
        Finding(
          what: "one of many things", verdict: .remark,
          detail: String(repeating: "one thing after the other, ", count: 9),
          fix: String(repeating: "first this and then that, ", count: 9))
      ]
    },
  ]

  private static func state(
    _ name: String, findings: @escaping @Sendable (Finding.Subject) async -> [Finding]
  ) -> Preview<HealthFeature>.StartingState {
    .init(name, HealthFeature.State()) { $0.healthCheck.findings = findings }
  }

  private nonisolated static func good(_ subject: Finding.Subject) -> [Finding] {
    func found(_ what: String, _ detail: String) -> Finding {
      Finding(what: what, verdict: .good, detail: detail)
    }
    return switch subject {
    case .crashes: []
    case .engine: [found("speech engine", "faster-whisper 1.2 with tiny.en in /opt/engine")]
    case .ffmpeg: [found("ffmpeg", "m4a, webm and video can be imported")]
    case .folders:
      [
        found("library folder", "/home/me/.local/share/speechmemo: under HOME"),
        found("engine folder", "/opt/engine: set by SPEECHMEMO_ENGINE"),
      ]
    case .library: [found("library", "12 memos in /home/me/.local/share/speechmemo")]
    case .loudspeaker: [found("loudspeaker", "audio plays through the headset")]
    case .microphone: [found("microphone", "audio is recorded from the headset")]
    case .settings: []
    }
  }
}
