import ArgumentParsing
import AudioPlayerClient
import DatabaseClient
import Dependencies
import Foundation
import LibraryFolder
import SharedModels
import Styleguide
import TerminalClient

struct PlayCommand {
  let recording: Recording
  var device: String?
  var skipsSilence = false
  var speed = 1.0
  var start: Duration?

  @Dependency(\.audioPlayer) private var audioPlayer
  @Dependency(\.terminal) private var terminal
  @Dependency(\.continuousClock) private var clock
  @Dependency(\.database) private var database
  @Dependency(\.libraryFolder) private var folder

  func run() async throws {
    let transcription = try await database.transcription(of: recording.id)
    await audioPlayer.selectDevice(id: device)
    let status = await audioPlayer.status()
    guard status.device != nil
    else {
      throw CommandFailure(status.hint.map { "\(status.message); \($0)" } ?? status.message)
    }
    if case .muted = status {
      terminal.warn("\(status.message.printable); \((status.hint ?? "").printable)")
    }
    await audioPlayer.setSpeed(speed: speed)
    await audioPlayer.setSkipsSilence(skips: skipsSilence)
    let file = folder.audioFile(named: recording.audio.fileName)
      .audioTrack(transcription?.settings.track)
    let isShown = !terminal.isJSON && terminal.canDraw(on: .output)
    try begin(isShown: isShown)
    let view = PlaybackLines(
      duration: recording.duration, speed: speed, transcription: transcription, on: terminal)
    let watch = Task {
      await withTaskGroup { group in
        if isShown {
          group.addTask { await draw(view) }
          group.addTask { await handleKeys(view) }
        }
      }
    }
    defer { watch.cancel() }
    do {
      _ = try await audioPlayer.playFrom(url: file, time: (start ?? .zero) / .seconds(1))
    } catch {
      if isShown { try? view.erase() }
      throw error
    }
    if isShown { try view.erase() }
    if terminal.isJSON { try terminal.json(.memo("ended", recording)) }
  }

  private func begin(isShown: Bool) throws {
    let line = ActivityLine(
      "Playing ", recording.title, ", \(recording.duration.clock).",
      keys: isShown ? "Space pauses, ← → seek, ↑ ↓ change the speed, q quits." : "")
    try terminal.note(
      line.text(on: terminal),
      json: .memo(
        "playing", recording, ["duration": recording.duration.secondsToMillisecond]))
  }

  private func draw(_ view: PlaybackLines) async {
    while !Task.isCancelled {
      if let time = await audioPlayer.currentTime(), !Task.isCancelled {
        view.draw(at: .seconds(time))
      }
      try? await clock.sleep(for: .milliseconds(15))
    }
  }

  private func handleKeys(_ view: PlaybackLines) async {
    for await key in terminal.keys() {
      switch key {
      case "q":
        return await audioPlayer.stop()
      case " ", "p":
        let isPaused = view.togglePause()
        await isPaused ? audioPlayer.pause() : audioPlayer.resume()
      case "←", "→", "h", "l":
        let step: TimeInterval = key == "←" || key == "h" ? -5 : 5
        if let time = await audioPlayer.currentTime() { await audioPlayer.seek(to: time + step) }
      case "↑", "↓", "+", "-":
        let steps = key == "↑" || key == "+" ? 1 : -1
        await audioPlayer.setSpeed(speed: view.changeSpeed(by: steps))
      default: break
      }
    }
  }
}

extension CommandTable {
  private static let speedRange: String = {
    let range = AudioPlayerClient.speedRange
    return "from \(range.lowerBound.inHundredths) to \(range.upperBound.inHundredths)"
  }()

  static let play: Command = {
    let device = Parameter<String?>.option(
      "device", placeholder: "ID", completion: .speechmemo(.outputs),
      help: "Play on this device; 'speechmemo devices' lists them.")
    let skipsSilence = Parameter.flag(
      "skip-silence", help: "Skip long silences, relative to the recording's loudness.")
    let speed = Parameter.option(
      "speed", default: 1.0, placeholder: "FACTOR",
      help: "The speed, \(speedRange). Voices keep their pitch.",
      check: { AudioPlayerClient.speedRange.contains($0) ? nil : "must be \(speedRange)" })
    let start = Parameter<Duration?>.option("from", help: "Start at this time.")
    return Command(
      "play", summary: "Play a memo, with its words highlighted as they are spoken",
      discussion: """
        On a terminal the space bar pauses, the left and right arrows go back or forward five \
        seconds, up and down change the speed, and q quits.
        """,
      options: [start, speed, skipsSilence, device], arguments: [id]
    ) { arguments in
      try await PlayCommand(
        recording: try await arguments.memo(in: nil), device: arguments[device],
        skipsSilence: arguments[skipsSilence], speed: arguments[speed], start: arguments[start]
      ).run()
    }
  }()
}
