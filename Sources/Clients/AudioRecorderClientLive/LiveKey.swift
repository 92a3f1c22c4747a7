public import AudioRecorderClient
public import Dependencies

extension AudioRecorderClient: DependencyKey {
  public static let liveValue = Self.live()
}

extension AudioRecorderClient {
  /// Records through PulseAudio's library, which PipeWire supports too. Doesn't start a server.
  public static func live(server: String? = nil) -> Self {
    live(.pulse(server: server))
  }

  package static func live(_ system: CaptureSystem, space: DiskSpace = .system) -> Self {
    let recorder = Recorder(system, space: space)
    return Self(
      currentTime: { recorder.currentTime },
      devices: { try await recorder.devices() },
      levels: { recorder.levels() },
      lastEnd: { recorder.lastEnd },
      pauseRecording: { recorder.setPaused(true) },
      recoverDrafts: { try await AudioRecorderClientLive.recoverDrafts(in: $0) },
      requestRecordPermission: { await recorder.status().device != nil },
      resumeRecording: { recorder.setPaused(false) },
      samples: { recorder.samples() },
      selectDevice: { recorder.select($0) },
      startRecording: { try await recorder.record(to: $0) },
      status: { await recorder.status() },
      stopRecording: { await recorder.stop() })
  }
}
