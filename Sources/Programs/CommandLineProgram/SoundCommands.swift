import ArgumentParsing
import AudioPlayerClient

/// The commands for microphone and loudspeaker.
extension CommandTable {
  /// `from 0.5 to 3`.
  private static let speedRange: String = {
    let range = AudioPlayerClient.speedRange
    return "from \(range.lowerBound.inHundredths) to \(range.upperBound.inHundredths)"
  }()

  static let record: Command = {
    let device = Parameter<String?>.option(
      "device", placeholder: "ID", help: "Record from this device; 'speechmemo devices' lists them."
    )
    let limit = Parameter<Duration?>.option(
      "seconds", help: "Stop after this much recording.",
      check: { $0 > .zero ? nil : "must be more than 0" })
    let title = Parameter<String?>.option(
      "title", placeholder: "TITLE", help: "The memo's title, in place of the date.")
    let transcript = Parameter.toggle(
      "transcript", default: true, help: "Show what is said, and make a transcript at the end.")
    return Command(
      "record", summary: "Record a memo from a microphone",
      discussion: """
        Ctrl-C, or q on a terminal, ends the recording and makes a memo of it; the space bar \
        pauses. What was recorded is always on disk: after a crash the next \
        recording, or 'speechmemo recover', makes a memo of it, at most a second short.
        """,
      options: [device, limit, title, transcript] + RequestOptions.engine + [json]
    ) { arguments in
      try await RecordCommand(
        device: arguments[device], json: arguments[json], limit: arguments[limit],
        request: RequestOptions.request(arguments).completed(), title: arguments[title],
        wantsTranscript: arguments[transcript]
      ).run()
      return .done
    }
  }()

  static let play: Command = {
    let device = Parameter<String?>.option(
      "device", placeholder: "ID", help: "Play on this device; 'speechmemo devices' lists them.")
    let skipsSilence = Parameter.flag("skip-silence", help: "Leave out long silences.")
    let speed = Parameter.option(
      "speed", default: 1.0, placeholder: "FACTOR",
      help: "How fast, \(speedRange). Voices keep their pitch.",
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
        id: arguments[id], device: arguments[device], skipsSilence: arguments[skipsSilence],
        speed: arguments[speed], start: arguments[start]
      ).run()
      return .done
    }
  }()

  static let devices = Command(
    "devices", summary: "List what can be recorded from and played to", options: [json]
  ) { arguments in
    try await DevicesCommand(json: arguments[json]).run()
    return .done
  }
}
