import ComposableArchitecture
import HealthCore
import ImportCore
import OnboardingFeature
import PreviewHarness

extension OnboardingPreview {
  static let states: [Preview<OnboardingFeature>.StartingState] = [
    state("usual") { good($0) },
    state("denied") { subject in
      switch subject {
      case .engine:
        Finding(
          what: "speech engine", verdict: .wrong,
          detail: "the speech engine is not set up in /opt/engine",
          fix: "run 'speechmemo setup-engine' to set it up")
      case .microphone:
        Finding(
          what: "microphone", verdict: .remark,
          detail: "cannot connect to a sound server (Connection refused)",
          fix: "start PipeWire (with pipewire-pulse) or PulseAudio: pulseaudio --start")
      case .crashes, .ffmpeg, .folders, .library, .loudspeaker, .settings: good(subject)
      }
    },
    state("failed") { subject in
      guard subject == .library
      else { return good(subject) }
      return Finding(
        what: "library", verdict: .wrong, detail: "a page of it is torn",
        fix: "move /home/me/library.sqlite aside and restore a backup in its place")
    },
    state("loading") { subject in
      if subject == .engine { try? await Task.never() }
      return good(subject)
    },
    state("long") { subject in
      var finding = good(subject)
      finding.verdict = .remark
      finding.detail = String(repeating: "one thing after the other, ", count: 9)
      finding.fix = String(repeating: "first this and then that, ", count: 9)
      return finding
    },
  ]

  private static func state(
    _ name: String, finding: @escaping @Sendable (Finding.Subject) async -> Finding
  ) -> Preview<OnboardingFeature>.StartingState {
    .init(name, OnboardingFeature.State()) {
      $0.healthCheck.findings = { $0 == .settings ? [] : [await finding($0)] }
      $0.importClient.sources = { paths in
        var sources = ImportSources()
        sources.problems = paths.map { .missing($0) }
        return sources
      }
    }
  }

  private nonisolated static func good(_ subject: Finding.Subject) -> Finding {
    switch subject {
    case .crashes: Finding(what: "crash reports", verdict: .good, detail: "none")
    case .engine:
      Finding(
        what: "speech engine", verdict: .good,
        detail: "faster-whisper 1.2 with tiny.en in /opt/engine")
    case .ffmpeg:
      Finding(what: "ffmpeg", verdict: .good, detail: "m4a, webm and video can be imported")
    case .folders: Finding(what: "folders", verdict: .good, detail: "under HOME")
    case .library: Finding(what: "library", verdict: .good, detail: "0 memos in /home/me/memos")
    case .loudspeaker:
      Finding(what: "loudspeaker", verdict: .good, detail: "audio plays through the headset")
    case .microphone:
      Finding(what: "microphone", verdict: .good, detail: "audio is recorded from the headset")
    case .settings: Finding(what: "settings", verdict: .good, detail: "as they were set")
    }
  }
}
