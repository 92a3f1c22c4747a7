import ArgumentParsing
import AudioRecorderClient
import Dependencies
import Foundation
import ImportCore
import RecordingCore
import SharedModels
import SharedSettings
import SpeechClient
import Styleguide
import TerminalClient

/// Errors of the transcription never disturb the recording, and are reported once the memo is safe.
struct RecordCommand {
  var device: String?
  var limit: Duration?
  var request = JobRequest()
  var title: String?
  var wantsTranscript = true

  @Dependency(\.audioRecorder) private var audioRecorder
  @Dependency(\.terminal) private var terminal
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.date.now) private var now
  @Dependency(\.openRecordings) private var openRecordings

  func run() async throws {
    await audioRecorder.selectDevice(id: device)
    let source = try await source()
    let file = try RecordingSaver().newFile(title: title)
    openRecordings.begin(file)
    defer { openRecordings.end(file) }
    let date = now
    let meter = RecordingMeter(on: terminal)
    let text =
      wantsTranscript && (terminal.isJSON || meter.isShown) && !EngineSetup().isNeeded
      ? Task { await transcribeLive(meter) } : nil
    // A separate task, so that Ctrl-C ends the recording but does not discard it.
    let recording = Task { try await audioRecorder.startRecording(url: file) }
    let watch = Task { await superviseRecording(meter) }
    let endedWell: Bool
    do {
      endedWell = try await withTaskCancellationHandler {
        try await recording.value
      } onCancel: {
        // Unlike `stopRecording`, this also ends a recording that has not begun yet.
        recording.cancel()
      }
    } catch {
      watch.cancel()
      text?.cancel()
      meter.erase()
      RecordingSaver().abandon(file)
      throw error
    }
    watch.cancel()
    text?.cancel()
    meter.erase()
    let work = Task {
      try await keep(file, from: date, device: source.name, remark: meter.remark)
    }
    try await work.value
    guard endedWell
    else {
      let end = await audioRecorder.lastEnd()
      throw CommandFailure(
        end?.message
          ?? "the recording stopped unexpectedly; the audio recorded so far is kept")
    }
  }

  private func source() async throws -> AudioInputDevice {
    let status = await audioRecorder.status()
    guard let source = status.device
    else {
      throw CommandFailure(status.hint.map { "\(status.message); \($0)" } ?? status.message)
    }
    if case .muted = status {
      terminal.warn("\(status.message.printable); \((status.hint ?? "").printable)")
    }
    if !terminal.isJSON {
      let what = source.isMonitor ? "system audio" : "audio"
      let keys =
        terminal.canDraw(on: .error) ? " or q stops and saves, Space pauses." : " stops and saves."
      let line = ActivityLine("Recording \(what) from ", source.name, ".", keys: "Ctrl-C" + keys)
      terminal.note(line.text(on: terminal))
    }
    return source
  }

  private func superviseRecording(_ meter: RecordingMeter) async {
    await withTaskGroup { group in
      if let limit {
        group.addTask { await stop(after: limit) }
      }
      if meter.isShown {
        group.addTask { await draw(meter) }
        group.addTask { await handleKeys(meter) }
      }
      if terminal.isJSON {
        group.addTask { await announce() }
      }
    }
  }

  private func stop(after limit: Duration) async {
    while !Task.isCancelled {
      let rest = limit - .seconds(await audioRecorder.currentTime() ?? 0)
      guard rest > .zero
      else { return await audioRecorder.stopRecording() }
      try? await clock.sleep(for: min(rest, .milliseconds(50)))
    }
  }

  private func draw(_ meter: RecordingMeter) async {
    for await level in audioRecorder.levels() {
      let time = Duration.seconds(await audioRecorder.currentTime() ?? 0)
      guard !Task.isCancelled
      else { return }
      meter.draw(level, time: time)
    }
  }

  private func handleKeys(_ meter: RecordingMeter) async {
    for await key in terminal.keys() {
      switch key {
      case "q", "\n", "\r":
        return await audioRecorder.stopRecording()
      case " ", "p":
        let isPaused = meter.togglePause()
        await isPaused ? audioRecorder.pauseRecording() : audioRecorder.resumeRecording()
        // The meter isn't redrawn while paused, because no audio arrives.
        let time = Duration.seconds(await audioRecorder.currentTime() ?? 0)
        if isPaused { meter.draw(.silence, time: time) }
      default: break
      }
    }
  }

  private func announce() async {
    while !Task.isCancelled {
      if let time = await audioRecorder.currentTime(),
        Duration.seconds(time) >= AudioRecorderClient.shortestRecording
      {
        try? terminal.json(["event": "recording", "time": time])
        return
      }
      try? await clock.sleep(for: .milliseconds(10))
    }
  }

  private func transcribeLive(_ meter: RecordingMeter) async {
    @Dependency(\.speechClient) var speechClient
    let request = TranscriptionRequest(
      audio: .samples(audioRecorder.samples()),
      likelyLanguages: await LikelyLanguages().ofLibrary(), model: self.request.model,
      settings: self.request.settings)
    var text = LiveWords()
    do {
      for try await result in await speechClient.startTask(request) {
        meter.setText(result.bestTranscription.text)
        guard terminal.isJSON, let time = await audioRecorder.currentTime(),
          let line = text.line(for: result, time: time)
        else { continue }
        try? terminal.json(line)
      }
    } catch is CancellationError {
    } catch {
      meter.remark = "live text was unavailable: \(error)"
    }
  }

  private func keep(
    _ file: URL, from date: Date, device: String, remark: String?
  ) async throws {
    let job = wantsTranscript ? request : nil
    var localTime = LocalTime()
    let audio = RecordedAudio(
      date: date, device: device, file: file,
      title: title ?? "Memo of \(localTime.text(for: date))")
    let recording = try await RecordingSaver().save(audio, job: job)
    try ImportReport().recorded(recording)
    openRecordings.end(file)
    if let remark { terminal.warn(remark.printable) }
    guard !openRecordings.isStopRequested
    else {
      guard wantsTranscript
      else { return }
      throw CommandFailure("stopped; 'speechmemo retry' creates the transcript")
    }
    var added = [recording]
    added += try await RecoveredMemos(request: job).recover()
    guard wantsTranscript
    else { return }
    let pending = added.filter(\.transcription.isPending)
    if try await TranscriptionRun(pending, width: 1).run() > 0 {
      throw CommandFailure.alreadyReported
    }
  }
}

extension CommandTable {
  static let record: Command = {
    let device = Parameter<String?>.option(
      "device", placeholder: "ID", completion: .speechmemo(.inputs),
      help: "Record from this device; 'speechmemo devices' lists them."
    )
    let limit = Parameter<Duration?>.option(
      "seconds", help: "Stop after recording for this long.",
      check: { $0 > .zero ? nil : "must be more than 0" })
    let title = Parameter<String?>.option(
      "title", placeholder: "TITLE", help: "The memo's title. Default: the date of the recording.",
      check: notBlank)
    let transcript = Parameter.toggle(
      "transcript", default: true, help: "Show the text live, and create a transcript at the end.")
    return Command(
      "record", summary: "Record a memo from a microphone",
      discussion: """
        Ctrl-C, or q on a terminal, stops the recording and saves it as a memo; the space bar \
        pauses. Audio is written to disk as it is recorded: after a crash, the next recording or \
        'speechmemo recover' saves it as a memo with its title, with at most the last second missing.
        """,
      options: [device, limit, title, transcript] + RequestOptions.engine,
      traits: [.addsMemos]
    ) { arguments in
      try await RecordCommand(
        device: arguments[device], limit: arguments[limit],
        request: try RequestOptions.request(arguments).completed(), title: arguments[title],
        wantsTranscript: arguments[transcript]
      ).run()
    }
  }()
}
